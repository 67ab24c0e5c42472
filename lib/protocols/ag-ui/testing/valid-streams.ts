import { HttpAgent } from "@ag-ui/client";
import { HttpAgent as OldHttpAgent } from "ag-ui-client-0.0.59";
import { expect, vi } from "vitest";
import type { AgUiEvent, AgUiMessage } from "../wire";
import type { AgUiServer } from "./agui-server";

const TERMINAL = ["RUN_FINISHED", "RUN_ERROR"];

/** Every recorded stream passes the schemas and the verifier of both protocol generations, without a warning. */
export async function expectValidStreams(server: AgUiServer): Promise<void> {
  for (const { events, body } of server.exchanges) {
    if (events.length > 0) await expectValidStream(events, body?.messages ?? []);
  }
}

export async function expectValidStream(events: AgUiEvent[], held: AgUiMessage[] = []): Promise<void> {
  expect(events[0]?.type).toBe("RUN_STARTED");
  expect(events.filter(({ type }) => TERMINAL.includes(type))).toHaveLength(1);
  expect(TERMINAL).toContain(events.at(-1)?.type);
  const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const config = { url: "http://app.test", threadId: "t", fetch };
  const warned: unknown[] = [];
  const record = (...args: unknown[]) => void warned.push(args);
  const spies = [
    vi.spyOn(console, "warn").mockImplementation(record),
    vi.spyOn(console, "error").mockImplementation(record),
  ];
  try {
    // Both agents parse, verify and apply; the copies differ in their types only.
    await new HttpAgent({ ...config, initialMessages: held as never }).runAgent();
    await new OldHttpAgent({ ...config, initialMessages: held as never }).runAgent();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(warned).toEqual([]);
}

/** What two copies of a message must agree in: a result's mark is lost on the wire, an own failure has no content. */
export function comparable(messages: readonly AgUiMessage[]): unknown[] {
  return messages.map((message) => {
    if (message.role === "tool") {
      const { id, role, toolCallId, content, error } = message;
      return { id, role, toolCallId, content: error ?? content };
    }
    if (message.role !== "assistant") return message;
    const { id, role, content = "", toolCalls = [] } = message;
    return { id, role, content, toolCalls };
  });
}
