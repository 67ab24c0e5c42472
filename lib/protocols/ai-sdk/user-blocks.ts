import { z } from "zod";
import type { Block, FileBlock, TextBlock } from "../../agent/messages";
import type { AppError } from "../../errors";

const textPartSchema = z.looseObject({ text: z.string() });
const filePartSchema = z.looseObject({
  mediaType: z.string(),
  url: z.string(),
  filename: z.string().max(255).nullish(),
});

/** The one kind of URL that needs no fetching by us: the file itself, an image or a text, as browsers make it. */
const DATA_URL = /^data:((?:image|text)\/[a-z0-9.+-]+)(?:;[^;,]*)*;base64,/i;

/**
 * A question's parts as blocks: its text joined to one block, its files as they are. Other parts are nothing that a
 * person said and are left out.
 */
export function userBlocks(
  parts: readonly { type: string }[],
  invalid: (path: PropertyKey[], message: string) => AppError,
): Block[] {
  const blocks: Block[] = [];
  const text: TextBlock = { type: "text", text: "" };
  for (const [index, part] of parts.entries()) {
    const path = ["parts", index];
    if (part.type === "text") {
      const parsed = textPartSchema.safeParse(part);
      if (!parsed.success) throw invalid([...path, "text"], "expected a string");
      if (!blocks.includes(text)) blocks.push(text);
      text.text += parsed.data.text;
    } else if (part.type === "file") {
      blocks.push(fileBlock(part, path, invalid));
    }
  }
  const filled = blocks.filter((block) => block !== text || text.text.trim() !== "");
  if (filled.length === 0) throw invalid(["parts"], "the message is blank");
  return filled;
}

function fileBlock(
  part: unknown,
  path: PropertyKey[],
  invalid: (path: PropertyKey[], message: string) => AppError,
): FileBlock {
  const parsed = filePartSchema.safeParse(part);
  if (!parsed.success) throw invalid([...path, ...(parsed.error.issues[0]?.path ?? [])], "not a file part");
  const { url, filename } = parsed.data;
  // The URL's own type counts: it is what a model will be given.
  const mediaType = DATA_URL.exec(url)?.[1]?.toLowerCase();
  if (!mediaType) throw invalid([...path, "url"], "expected a base64 data: URL of an image or a text");
  return { type: "file", mediaType, url, ...(filename && { filename }) };
}
