import { describe, expect, it } from "vitest";
import type { Json } from "../../json";
import { ChatServer, type ScriptedStep } from "./testing/chat-server";

const done: ScriptedStep = { text: "Done." };
const call = (id: string, name: string, input: Json = {}) => ({ id, name, input });
const part = (toolCallId: string, name: string, state: string, rest: object = {}) => ({
  type: `tool-${name}`,
  toolCallId,
  state,
  input: {},
  ...rest,
});
const yes = { approval: { id: "p1", approved: true } };

function open(...steps: ScriptedStep[]) {
  const server = new ChatServer(steps);
  const post = async (...messages: object[]) => {
    const body = JSON.stringify({ id: "t1", messages, trigger: "submit-message" });
    const response = await server.fetch("/api/chat", { method: "POST", body });
    const text = await response.text();
    return response.ok ? "accepted" : (JSON.parse(text).error.code as string);
  };
  const ask = (text: string, id = "q1") => post({ id, role: "user", parts: [{ type: "text", text }] });
  const answer = (parts: object[], id = "any") => post({ id, role: "assistant", parts });
  return { server, post, ask, answer };
}

/** The newest prompt, without what is of no interest here. */
function prompted(server: ChatServer) {
  return (server.model.prompts.at(-1)?.prompt ?? []).map(({ role, content }) => ({ role, content }));
}

describe("what a client says about the past", () => {
  it("adds nothing to the prompt, under whatever ids it comes: one stored turn, a prompt that grows by one step", async () => {
    const steps = [1, 2, 3].map((n) => ({ text: `Step ${n}.`, calls: [call(`c${n}`, "read_title")] }));
    const { server, ask, post } = open(...steps, done);
    await ask("Go.");
    const copies: object[] = [
      { id: "other-question", role: "user", parts: [{ type: "text", text: "Something else." }] },
    ];
    for (const [index, id] of ["a", "b", "c"].entries()) {
      const parts = [
        { type: "text", text: "Never said." },
        part(`c${index + 1}`, "read_title", "output-available", { output: index }),
      ];
      copies.push({ id, role: "assistant", parts });
      expect(await post(...copies)).toBe("accepted");
    }
    expect(server.model.prompts.map(({ prompt }) => prompt.length)).toEqual([2, 4, 6, 8]);
    expect(JSON.stringify(prompted(server))).not.toMatch(/Never said|Something else/);
    expect((await server.history()).map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("changes neither name nor arguments of a call: a decision is about the stored one", async () => {
    const { server, ask, answer } = open({ calls: [call("p1", "refund", { value: 250 })] }, done);
    await ask("Refund.");
    await answer([part("p1", "look_up", "approval-responded", { input: { value: 1 }, ...yes })]);
    expect(server.runs).toEqual({ refund: 1 });
    const [, , made] = prompted(server);
    expect(made?.content).toMatchObject([{ toolCallId: "p1", toolName: "refund", input: { value: 250 } }]);
  });

  it.each([
    ["an approval where nothing was asked", "p1", "refund", "approval-responded", yes],
    ["a result where nothing was asked", "c1", "read_title", "output-available", { output: 1 }],
  ])("starts nothing: %s", async (_name, callId, name, state, rest) => {
    const { server, ask, answer } = open(done);
    expect(await answer([part(callId, name, state, rest)])).toBe("no-run");
    await ask("Hello.");
    expect(await answer([part(callId, name, state, rest)])).toBe("no-run");
    expect([server.runs, server.model.prompts.length]).toEqual([{}, 1]);
  });

  it.each([
    [
      "approves a call that nobody made",
      [part("p9", "refund", "approval-responded", { approval: { approved: true } })],
      "no-match",
    ],
    [
      "has a result for a call that waits for a decision",
      [part("p1", "refund", "output-available", { output: 1 })],
      "wrong-phase",
    ],
    [
      "has a result for a server tool that has run",
      [part("s1", "look_up", "output-available", { output: 1 })],
      "no-match",
    ],
    [
      "names another thread's call",
      [part("c-of-another-thread", "read_title", "output-available", { output: 1 })],
      "no-match",
    ],
  ])("is refused while a decision is awaited when it %s", async (_name, parts, code) => {
    const { server, ask, answer } = open({
      calls: [call("s1", "look_up", { value: 7 }), call("p1", "refund", { value: 250 })],
    });
    await ask("Refund.");
    const before = structuredClone(server.store.messages("t1"));
    expect(await answer(parts)).toBe(code);
    expect(server.store.messages("t1")).toEqual(before);
    expect([server.runs, server.model.prompts.length]).toEqual([{ look_up: 1 }, 1]);
  });

  it("cannot answer a browser call with a decision", async () => {
    const { server, ask, answer } = open({ calls: [call("c1", "read_title")] }, done);
    await ask("Title?");
    expect(await answer([part("c1", "read_title", "approval-responded", { approval: { approved: true } })])).toBe(
      "wrong-phase",
    );
    expect(server.model.prompts).toHaveLength(1);
  });
});

describe("a late answer", () => {
  it("to a call that the next question has cancelled is refused, and says what became of the call", async () => {
    const { server, ask, post, answer } = open(
      { calls: [call("c1", "read_title")] },
      { calls: [call("c2", "read_title")] },
    );
    await ask("Title?");
    const cancelled = part("c1", "read_title", "output-error", { errorText: "Cancelled by the user." });
    const next = { id: "q2", role: "user", parts: [{ type: "text", text: "Leave it." }] };
    expect(await post({ id: "a", role: "assistant", parts: [cancelled] }, next)).toBe("accepted");
    expect(JSON.stringify(prompted(server))).toContain("Cancelled by the user.");
    expect(await answer([part("c1", "read_title", "output-available", { output: "Orders" })])).toBe("no-match");
    expect(JSON.stringify(await server.history())).not.toContain('"Orders"');
    expect(server.model.prompts).toHaveLength(2);
  });
});
