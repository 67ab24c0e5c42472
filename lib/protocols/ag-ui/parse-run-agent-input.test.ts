import { describe, expect, it } from "vitest";
import type { AppError } from "../../errors";
import { parseRunAgentInput } from "./parse-run-agent-input";
import { expectValidStream } from "./testing/valid-streams";

const user = { id: "u1", role: "user", content: "Hi" };
const assistant = { id: "a1", role: "assistant", toolCalls: [call("c1"), call("c2")] };
const tool = { id: "t1", role: "tool", toolCallId: "c1", content: "Orders" };

function call(id: string) {
  return { id, type: "function", function: { name: "title", arguments: "{}" } };
}

const input = (messages: unknown[], more: object = {}) => ({ threadId: "t", runId: "r", messages, ...more });

function problem(body: unknown): string {
  try {
    parseRunAgentInput(body);
  } catch (error) {
    expect((error as AppError).code).toBe("invalid-input");
    return (error as AppError).message;
  }
  throw new Error("It was accepted.");
}

describe("the shape of an input", () => {
  it("with a trailing user message is a turn", () => {
    const parsed = parseRunAgentInput(input([user]));
    expect(parsed).toMatchObject({ kind: "turn", payload: null, state: {} });
    expect(parsed.kind === "turn" && parsed.message).toEqual({ id: "u1", blocks: [{ type: "text", text: "Hi" }] });
  });

  it("with a trailing tool message is a continuation", () => {
    const parsed = parseRunAgentInput(input([user, assistant, tool]));
    expect(parsed.kind).toBe("continuation");
    expect(parsed.payload).toMatchObject({
      question: null,
      openCalls: ["c2"],
      results: [{ id: "t1", callId: "c1", outcome: { type: "result", value: "Orders" } }],
    });
  });

  it("with a resume is a continuation, whatever it ends with", () => {
    const resume = [{ interruptId: "c1", status: "cancelled" }];
    expect(parseRunAgentInput(input([], { resume })).kind).toBe("continuation");
    expect(parseRunAgentInput(input([user, assistant], { resume })).payload?.question).toBeNull();
    expect(parseRunAgentInput(input([user], { resume })).payload?.question).toMatchObject({ id: "u1" });
    expect(parseRunAgentInput(input([user, assistant, tool], { resume })).payload?.results).toHaveLength(1);
  });

  it("with tool messages directly before the question has answers and a turn", () => {
    const next = { ...user, id: "u2" };
    const parsed = parseRunAgentInput(input([user, assistant, tool, next]));
    expect(parsed).toMatchObject({ kind: "turn", payload: { results: [{ callId: "c1" }], question: { id: "u2" } } });
    const done = { id: "a2", role: "assistant", content: "Done." };
    expect(parseRunAgentInput(input([user, assistant, tool, done, next])).payload).toBeNull();
  });

  it("reads all tool messages after the last assistant or user message, past what nobody says", () => {
    const second = { ...tool, id: "t2", toolCallId: "c2" };
    const reasoning = { id: "x", role: "reasoning", content: "Hm." };
    const parsed = parseRunAgentInput(
      input([{ ...tool, id: "t0" }, user, assistant, tool, reasoning, second, reasoning]),
    );
    expect(parsed.payload?.results.map((result) => result.id)).toEqual(["t1", "t2"]);
  });

  it("with anything else is refused", () => {
    expect(problem(input([]))).toContain("messages:");
    expect(problem(input([user, { id: "a", role: "assistant", content: "x" }]))).toContain("messages:");
  });
});

describe("a tolerant reading", () => {
  it("ignores fields that it does not know, and nulls for what is optional", () => {
    const more = {
      protocolVersion: "1.0",
      context: null,
      forwardedProps: null,
      resume: null,
      tools: null,
      state: null,
    };
    expect(parseRunAgentInput(input([{ ...user, metadata: { a: 1 }, name: "Me" }], more))).toMatchObject({
      kind: "turn",
      state: {},
    });
  });

  it("gives a request without a run id one", () => {
    expect(parseRunAgentInput({ threadId: "t", messages: [user] }).runId).toMatch(/^req_/);
  });

  it("does not use an id that could not be stored for a result", () => {
    for (const id of [5, "", "a\u0000b", "x".repeat(200), undefined]) {
      expect(parseRunAgentInput(input([assistant, { ...tool, id }])).payload?.results[0]?.id).toBeNull();
    }
  });

  it("keeps of the client's copy what both protocol generations know", async () => {
    const odd = [
      { id: "s", role: "system", content: "Be nice.", name: "x" },
      { id: "bad", role: "robot", content: "?" },
      "nonsense",
      {
        id: "u0",
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "hologram" },
          { type: "image", source: { type: "file", value: "f" } },
        ],
      },
      { id: "a0", role: "assistant", content: null, toolCalls: [call("c0"), { id: 5 }], subagentRunId: null },
      { id: "t0", role: "tool", toolCallId: "c0", content: [{ type: "text", text: "parts" }], error: null },
      { id: "m", role: "activity", activityType: "x", content: {} },
      user,
    ];
    const { messages } = parseRunAgentInput(input(odd));
    expect(messages).toEqual([
      { id: "s", role: "system", content: "Be nice." },
      { id: "u0", role: "user", content: [{ type: "text", text: "a" }] },
      { id: "a0", role: "assistant", toolCalls: [call("c0")] },
      { id: "t0", role: "tool", toolCallId: "c0", content: "parts" },
      user,
    ]);
    await expectValidStream([
      { type: "RUN_STARTED", threadId: "t", runId: "r" },
      { type: "MESSAGES_SNAPSHOT", messages },
      { type: "RUN_FINISHED", threadId: "t", runId: "r" },
    ]);
  });
});

describe("a malformed input", () => {
  const cases: [unknown, string][] = [
    [null, "body"],
    [[], "body"],
    [{ runId: "r", messages: [user] }, "threadId"],
    [{ threadId: 5, runId: "r", messages: [user] }, "threadId"],
    [{ threadId: "t", runId: 5, messages: [user] }, "runId"],
    [{ threadId: "t", runId: "r" }, "messages"],
    [input([5]), "messages.0.role"],
    [input([{ ...user, role: "robot" }]), "messages.0.role"],
    [input([{ role: "user", content: "Hi" }]), "messages.0.id"],
    [input([user, { ...user, id: "a\nb" }]), "messages.1.id"],
    [input([{ ...user, content: undefined }]), "messages.0.content"],
    [input([{ ...user, content: " " }]), "messages.0.content"],
    [input([{ ...user, content: [] }]), "messages.0.content"],
    [input([{ ...user, content: [{ type: "text" }] }]), "messages.0.content.0.text"],
    [input([{ ...user, content: [{ type: "audio" }] }]), "messages.0.content.0.type"],
    [
      input([{ ...user, content: [{ type: "image", source: { type: "url", value: "https://x" } }] }]),
      "messages.0.content.0.source.type",
    ],
    [
      input([{ ...user, content: [{ type: "image", source: { type: "data", value: "*", mimeType: "image/png" } }] }]),
      "messages.0.content.0.source.value",
    ],
    [
      input([{ ...user, content: [{ type: "document", source: { type: "data", value: "", mimeType: "a/b" } }] }]),
      "messages.0.content.0.source.mimeType",
    ],
    [input([assistant, { ...tool, toolCallId: undefined }]), "messages.1.toolCallId"],
    [input([assistant, { ...tool, content: 5 }]), "messages.1.content"],
    [input([assistant, { ...tool, content: null }]), "messages.1.content"],
    [input([assistant, { ...tool, error: 5 }]), "messages.1.error"],
    [input([user], { resume: {} }), "resume"],
    [input([user], { resume: [{ status: "resolved" }] }), "resume.0.interruptId"],
    [input([user], { resume: [{ interruptId: "c1", status: "done" }] }), "resume.0.status"],
  ];

  it.each(cases)("%j is refused at %s", (body, path) => {
    expect(problem(body).split(": ")[0]).toBe(path);
  });
});

describe("a file's name", () => {
  it.each([
    [{ filename: "notes.txt" }, "notes.txt"],
    [{ filename: 5 }, undefined],
    [{ filename: "x".repeat(256) }, undefined],
    ["notes.txt", undefined],
  ])("of the metadata %j is %s: it is no reason to refuse the file", (metadata, filename) => {
    const part = { type: "document", source: { type: "data", value: "aGk=", mimeType: "text/plain" }, metadata };
    const parsed = parseRunAgentInput(input([{ ...user, content: [part] }]));
    expect(parsed.kind === "turn" && parsed.message.blocks[0]).toEqual({
      type: "file",
      mediaType: "text/plain",
      url: "data:text/plain;base64,aGk=",
      ...(filename && { filename }),
    });
  });

  it("stays in the client's copy", () => {
    const part = {
      type: "image",
      source: { type: "data", value: "aGk=", mimeType: "image/png" },
      metadata: { filename: "dot.png" },
    };
    const { messages } = parseRunAgentInput(input([{ id: "u0", role: "user", content: [part] }, user]));
    expect(messages[0]).toEqual({ id: "u0", role: "user", content: [part] });
  });
});

describe("a large file", () => {
  it("is read, in whatever form the client's generation sends it", () => {
    const data = Buffer.alloc(2_000_000, 7).toString("base64");
    for (const part of [
      { type: "image", source: { type: "data", value: data, mimeType: "image/png" } },
      { type: "binary", data, mimeType: "image/png" },
    ]) {
      const parsed = parseRunAgentInput(input([{ ...user, content: [part] }]));
      expect(parsed.kind === "turn" && parsed.message.blocks[0]).toMatchObject({
        type: "file",
        mediaType: "image/png",
        url: `data:image/png;base64,${data}`,
      });
    }
  });
});
