import type { UIMessage, UIMessageChunk } from "ai";
import { expect, test } from "vitest";
import { messagesToPost, StreamCutError, watchEnd } from "./thread-transport";

const user: UIMessage = { id: "q1", role: "user", parts: [{ type: "text", text: "Hi" }] };

function assistant(...parts: object[]): UIMessage {
  return { id: "a1", role: "assistant", parts: [{ type: "step-start" }, ...parts] as UIMessage["parts"] };
}

const call = { type: "tool-read_title", toolCallId: "c1", state: "output-error", input: {}, errorText: "No." };

test("only the last message is posted", () => {
  expect(messagesToPost([])).toEqual([]);
  expect(messagesToPost([user])).toEqual([user]);
  expect(messagesToPost([user, assistant(call)])).toEqual([assistant(call)]);
  expect(messagesToPost([assistant({ type: "text", text: "Done" }), user])).toEqual([user]);
});

test("a question takes along the calls that it follows", () => {
  expect(messagesToPost([user, assistant(call), user])).toEqual([assistant(call), user]);
  const answered = assistant(call, { type: "step-start" }, { type: "text", text: "Done" });
  expect(messagesToPost([user, answered, user])).toEqual([user]);
});

async function read(chunks: UIMessageChunk[]): Promise<UIMessageChunk[]> {
  const source = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const seen: UIMessageChunk[] = [];
  const reader = watchEnd(source).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) seen.push(next.value);
  return seen;
}

test.each([[{ type: "finish" }], [{ type: "error", errorText: "No." }], [{ type: "abort" }]] as UIMessageChunk[][])(
  "a stream that ends with %j is whole",
  async (end) => {
    const chunks = [{ type: "start" } as UIMessageChunk, end as UIMessageChunk];
    expect(await read(chunks)).toEqual(chunks);
  },
);

test("a stream without its final frame is cut", async () => {
  await expect(read([{ type: "start" }])).rejects.toThrow(StreamCutError);
});
