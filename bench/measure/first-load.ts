import { gzipSync } from "node:zlib";
import type { Row } from "../row";
import { type Setting, userOf } from "./setting";

const PAGES = ["/", "/chat/bench", "/agui/bench", "/copilotkit/bench", "/inspector/bench"];
/** Kilobytes before the first answer. */
const AIMS: Record<string, number> = { "/chat/bench": 240 };

/** Scripts that the served HTML loads, in a browser that knows modules; inline ones come with the document. */
export function scriptsOf(html: string): string[] {
  const sources = [...html.matchAll(/<script\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => /\bsrc="([^"]+)"/i.exec(tag)?.[1])
    .filter((src) => src !== undefined);
  return [...new Set(sources)];
}

/** First-load JavaScript of each page that the build has: the gzipped size of every script that its HTML loads. */
export async function measureFirstLoad(setting: Setting): Promise<Row[]> {
  const client = userOf(setting, 0);
  const sizes = new Map<string, number>();
  const rows: Row[] = [];
  for (const page of PAGES) {
    const { status, body } = await client.getText(page);
    if (status !== 200) continue;
    let bytes = 0;
    for (const src of scriptsOf(body)) {
      if (!sizes.has(src)) sizes.set(src, gzipSync((await client.getText(src)).body).length);
      bytes += sizes.get(src) ?? 0;
    }
    const aim = AIMS[page];
    rows.push({
      what: `first-load JavaScript of ${page.replace("bench", "{threadId}")}`,
      unit: "KB gzip",
      ours: bytes / 1000,
      ...(aim !== undefined && { aim: { atMost: aim } }),
    });
  }
  return rows;
}
