import { HttpAgent } from "@ag-ui/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catchUp, type RunMessages, reconcile } from "./catch-up";
import { ClientView } from "./client-view";
import { comparable, expectValidStream } from "./testing/valid-streams";
import type { AgUiEvent, AgUiMessage } from "./wire";

const user = (id: string): AgUiMessage => ({ id, role: "user", content: id });
const said = (id: string, content = id): AgUiMessage => ({ id, role: "assistant", content });
const called = (id: string, ...callIds: string[]): AgUiMessage => ({
  id,
  role: "assistant",
  toolCalls: callIds.map((callId) => ({ id: callId, type: "function", function: { name: "x", arguments: "{}" } })),
});
const result = (id: string, toolCallId: string): AgUiMessage => ({ id, role: "tool", toolCallId, content: id });
const reasoned = (id: string): AgUiMessage => ({ id, role: "reasoning", content: id });

/** The official client's list after a response with these events. */
async function applied(held: AgUiMessage[], events: AgUiEvent[]): Promise<AgUiMessage[]> {
  const stream: AgUiEvent[] = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    ...events,
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ];
  await expectValidStream(stream, held);
  const body = stream.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const agent = new HttpAgent({
    url: "http://app.test",
    initialMessages: held as never,
    fetch: async () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  });
  await agent.runAgent();
  return agent.messages as AgUiMessage[];
}

const pool = [
  user("u1"),
  said("a1"),
  said("a1", "another text"),
  called("a2", "c1", "c2"),
  called("a2", "c1"),
  result("r1", "c1"),
  result("r2", "c2"),
  user("u2"),
  said("a3"),
];

/** A list of messages of the pool, each id once. */
const list = fc
  .shuffledSubarray(pool)
  .map((messages) => messages.filter(({ id }, index) => messages.findIndex((other) => other.id === id) === index));

describe("catching up", () => {
  it("turns any list of the client into any other", async () => {
    await fc.assert(
      fc.asyncProperty(list, list, async (held, next) => {
        const events = catchUp(held, next);
        expect(comparable(await applied(held, events))).toEqual(comparable(next));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it("sends nothing when there is nothing to say", () => {
    expect(catchUp([user("u1"), said("a1")], [user("u1"), said("a1")])).toEqual([]);
  });

  it("streams what only comes behind", () => {
    const events = catchUp(
      [user("u1")],
      [user("u1"), reasoned("x"), said("a1"), called("a2", "c1"), result("r1", "c1")],
    );
    expect(events.map(({ type }) => type)).toEqual([
      "REASONING_START",
      "REASONING_MESSAGE_START",
      "REASONING_MESSAGE_CONTENT",
      "REASONING_MESSAGE_END",
      "REASONING_END",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      "TOOL_CALL_START",
      "TOOL_CALL_ARGS",
      "TOOL_CALL_END",
      "TOOL_CALL_RESULT",
    ]);
  });

  it("does not stream a result that would end up elsewhere", async () => {
    const held = [called("a2", "c1"), user("u1")];
    const next = [...held, result("r1", "c1")];
    expect(comparable(await applied(held, catchUp(held, next)))).toEqual(comparable(next));
  });

  it("needs one snapshot to take away or add, and two to put something in between", () => {
    const held = [user("u1"), said("a1"), user("u2")];
    expect(catchUp(held, [user("u1"), user("u2")])).toHaveLength(1);
    expect(catchUp(held, [user("u1"), said("a0"), said("a1"), user("u2")])).toHaveLength(2);
  });
});

describe("our picture of the client's list", () => {
  it("is the client's list after any stream of ours", async () => {
    const step = fc.constantFrom<AgUiEvent[]>(
      [
        { type: "TEXT_MESSAGE_START", messageId: "a1", role: "assistant" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "a1", delta: "word " },
        { type: "TEXT_MESSAGE_END", messageId: "a1" },
      ],
      [
        { type: "REASONING_START", messageId: "x" },
        { type: "REASONING_MESSAGE_START", messageId: "x", role: "reasoning" },
        { type: "REASONING_MESSAGE_CONTENT", messageId: "x", delta: "hm" },
        { type: "REASONING_MESSAGE_END", messageId: "x" },
        { type: "REASONING_END", messageId: "x" },
      ],
      [
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "x", parentMessageId: "a1" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
      ],
      [
        { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "x", parentMessageId: "a1_calls" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: "{}" },
        { type: "TOOL_CALL_END", toolCallId: "c2" },
      ],
      [{ type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c1", content: "1", role: "tool" }],
      [{ type: "TOOL_CALL_RESULT", messageId: "r2", toolCallId: "c2", content: "2", role: "tool" }],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const events = steps.flat();
        const view = new ClientView([user("u1")]);
        for (const event of events) view.apply(event);
        expect(comparable(view.messages)).toEqual(comparable(await applied([user("u1")], events)));
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});

describe("reconciling with storage", () => {
  const run = (messages: AgUiMessage[], more: Partial<RunMessages> = {}): RunMessages => ({
    questionId: "u1",
    messages: [user("u1"), ...messages],
    stepIds: ["a1"],
    owns: (message) => message.id.startsWith("a"),
    ...more,
  });

  it("puts a run's answer right after its question, and leaves everything else where it is", () => {
    const held = [said("note"), user("u1"), { id: "s", role: "system", content: "x" } as const, user("u2")];
    expect(reconcile(held, [run([said("a1"), result("r1", "c1")])]).map(({ id }) => id)).toEqual([
      "note",
      "u1",
      "a1",
      "r1",
      "s",
      "u2",
    ]);
  });

  it("drops what is void, and takes back a text that was cut", () => {
    const held = [user("u1"), said("a1", "cu"), said("a1_2"), user("u2")];
    expect(reconcile(held, [run([said("a1", "cut no more")])])).toEqual([
      user("u1"),
      said("a1", "cut no more"),
      user("u2"),
    ]);
  });

  it("does not bring back reasoning that the client has dropped from a step it has", () => {
    expect(reconcile([user("u1"), said("a1")], [run([reasoned("a1_reasoning"), said("a1")])])).toEqual([
      user("u1"),
      said("a1"),
    ]);
    expect(reconcile([user("u1")], [run([reasoned("a1_reasoning"), said("a1")])])).toHaveLength(3);
  });

  it("keeps the client's own wording of its result", () => {
    const own: AgUiMessage = { id: "r1", role: "tool", toolCallId: "c1", content: "", error: "no" };
    const [, , kept] = reconcile(
      [user("u1"), called("a1", "c1"), own],
      [run([called("a1", "c1"), result("r1", "c1")])],
    );
    expect(kept).toBe(own);
  });

  it("adds a whole run that the client does not know", () => {
    expect(reconcile([], [run([said("a1")])])).toEqual([user("u1"), said("a1")]);
  });
});
