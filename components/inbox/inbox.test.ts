import { describe, expect, it, vi } from "vitest";
import type { InboxWait } from "@/lib/protocols/native/responses.schema";
import { toolStatus } from "../chat-ui/tool-status";
import { createInbox } from "./inbox";
import { type InboxEntry, keyOf } from "./inbox-state";
import { toToolPart } from "./to-tool-part";

type Call = InboxWait["interrupt"]["calls"][number];

const call = (callId: string, more: Partial<Call> = {}): Call => ({
  callId,
  toolName: "refund_order",
  input: {},
  ...more,
});
const wait = (threadId: string, calls: Call[], type: "approval" | "tool-results" = "approval"): InboxWait => ({
  threadId,
  title: `About ${threadId}`,
  runId: `run_${threadId}`,
  after: 7,
  interrupt: { id: "int", type, calls },
});

interface Sent {
  path: string;
  body: unknown;
}

/** An inbox in front of a server whose answers the test sets. */
function setUp(waits: InboxWait[]) {
  const server = {
    waits,
    sent: [] as Sent[],
    /** What a submission is answered with. */
    submission: (): Response | Promise<Response> => new Response("data: {}\n\n"),
    log: [] as object[],
  };
  const onChange = vi.fn();
  const inbox = createInbox(async (input, init) => {
    const path = String(input);
    if (path === "/api/inbox") return Response.json({ waits: server.waits });
    if (path.endsWith("/events?after=7")) return Response.json({ events: server.log, run: null });
    server.sent.push({ path, body: JSON.parse(String(init?.body)) });
    return server.submission();
  }, onChange);
  const find = (threadId: string, callId: string): InboxEntry => {
    const found = inbox.get().entries?.find((entry) => keyOf(entry) === `${threadId} ${callId}`);
    if (!found) throw new Error(`${callId} is not in the inbox`);
    return found;
  };
  const shown = (threadId: string, callId: string) => {
    const part = toToolPart(find(threadId, callId));
    return { label: toolStatus(part).label, note: part.note };
  };
  return { inbox, server, onChange, find, shown };
}

const refusal = (code: string, more: object = {}) =>
  Response.json(
    { error: { code, message: code, retryable: false, requestId: "r", ...more } },
    { status: code === "internal" ? 500 : 409 },
  );

describe("an answer", () => {
  it("goes to the native route of its kind, and the card says what was answered", async () => {
    const { inbox, server, find, shown, onChange } = setUp([
      wait("a", [call("c1"), call("c2")]),
      wait("b/x", [call("c1", { toolName: "pick_date" }), call("c2", { toolName: "pick_date" })], "tool-results"),
    ]);
    await inbox.refresh();
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    await inbox.answer(find("a", "c2"), { type: "decision", approved: false, reason: "too much" });
    await inbox.answer(find("b/x", "c1"), { type: "result", output: "2036-12-24" });
    await inbox.answer(find("b/x", "c2"), { type: "cancel", error: "Frontend tool execution cancelled." });
    expect(server.sent).toEqual([
      { path: "/api/threads/a/approvals", body: { decisions: { c1: "approve" }, via: "the inbox" } },
      { path: "/api/threads/a/approvals", body: { decisions: { c2: ["reject", "too much"] }, via: "the inbox" } },
      { path: "/api/threads/b%2Fx/results", body: { results: { c1: { result: "2036-12-24" } } } },
      {
        path: "/api/threads/b%2Fx/results",
        body: { results: { c2: { error: "Frontend tool execution cancelled." } } },
      },
    ]);
    const labels = [shown("a", "c1"), shown("a", "c2"), shown("b/x", "c1"), shown("b/x", "c2")];
    expect(labels.map(({ label }) => label)).toEqual(["Approved", "Rejected", "Done", "Cancelled"]);
    expect(onChange).toHaveBeenCalled();
  });

  it("tells on its card, and in words, what it has led to, also to the first answers of a batch", async () => {
    const { inbox, server, find, shown } = setUp([wait("a", [call("c1"), call("c2")])]);
    await inbox.refresh();
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    expect(inbox.get().news).toBe("refund_order: Approved.");
    server.log = [
      { type: "approval-responded", callId: "c1", approved: true },
      { type: "tool-result", callId: "c1", outcome: { type: "result", value: { refunded: 250 } } },
      { type: "tool-result", callId: "c2", outcome: { type: "error", message: "No such order." } },
    ];
    await inbox.answer(find("a", "c2"), { type: "decision", approved: true });
    await vi.waitFor(() => expect(shown("a", "c2").label).toBe("Failed"));
    expect(shown("a", "c1").label).toBe("Done");
    expect(toToolPart(find("a", "c1"))).toMatchObject({ output: { refunded: 250 }, approval: { approved: true } });
    expect(toToolPart(find("a", "c2"))).toMatchObject({ errorText: "No such order." });
    expect(inbox.get().news).toBe("refund_order: Done. refund_order: Failed.");
  });

  it("is sent once, however often it is clicked", async () => {
    const { inbox, server, find } = setUp([wait("a", [call("c1")])]);
    await inbox.refresh();
    const entry = find("a", "c1");
    const approve = () => inbox.answer(entry, { type: "decision", approved: true });
    await Promise.all([approve(), approve()]);
    await approve();
    expect(server.sent).toHaveLength(1);
  });

  it.each([
    [{ type: "rejected" }, "Rejected", "Already rejected elsewhere."],
    [{ approved: true }, "Approved", "Already approved elsewhere."],
    [{ type: "result", value: { ok: true } }, "Approved", "Already approved elsewhere."],
    [{ type: "stopped", message: "…" }, "Not finished", "Already stopped elsewhere."],
  ])("that came too late says what had been decided: %j", async (outcome, label, note) => {
    const { inbox, server, find, shown } = setUp([wait("a", [call("c1")])]);
    await inbox.refresh();
    server.submission = () => refusal("no-run", { settled: { c1: outcome } });
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    expect(shown("a", "c1")).toEqual({ label, note });
  });

  it("that did not arrive can be given again", async () => {
    const { inbox, server, find, shown } = setUp([wait("a", [call("c1")])]);
    await inbox.refresh();
    server.submission = () => Promise.reject(new TypeError("Failed to fetch"));
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    expect(shown("a", "c1")).toEqual({ label: "Needs your approval", note: "The connection was lost. Try again." });
    server.submission = () => refusal("internal");
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    expect(shown("a", "c1").label).toBe("Needs your approval");
    server.submission = () => new Response("");
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    expect(shown("a", "c1")).toEqual({ label: "Approved", note: undefined });
  });

  it("is not undone by a list that was asked for before it", async () => {
    const { inbox, server, find, shown } = setUp([wait("a", [call("c1")])]);
    await inbox.refresh();
    let accept: (response: Response) => void = () => undefined;
    server.submission = () => new Promise((resolve) => (accept = resolve));
    const answered = inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    await inbox.refresh();
    accept(new Response(""));
    await answered;
    expect(shown("a", "c1").label).toBe("Approved");
    await inbox.refresh();
    expect(shown("a", "c1").label).toBe("Approved");
  });
});

describe("asking again", () => {
  it("keeps the places of what is there, adds what is new, and leaves out what its batch has answered", async () => {
    const { inbox, server } = setUp([wait("a", [call("c1"), call("done", { outcome: { approved: true } })])]);
    await inbox.refresh();
    server.waits = [wait("b", [call("c9")]), wait("a", [call("c1"), call("done", { outcome: { approved: true } })])];
    await inbox.refresh();
    expect(inbox.get().entries?.map(keyOf)).toEqual(["a c1", "b c9"]);
  });

  it("tells the outcome of what was answered elsewhere, by the run log", async () => {
    const { inbox, server, shown } = setUp([wait("a", [call("c1"), call("c2")]), wait("b", [call("c3"), call("c4")])]);
    await inbox.refresh();
    server.waits = [wait("a", [call("c1", { outcome: { approved: false } }), call("c2")])];
    server.log = [
      { type: "approval-responded", callId: "c1", approved: false },
      { type: "approval-responded", callId: "c3", approved: false, via: "AG-UI" },
      { type: "tool-result", callId: "c3", outcome: { type: "rejected" } },
      { type: "text-delta", id: "t", delta: "…" },
    ];
    await inbox.refresh();
    expect(shown("a", "c1")).toEqual({ label: "Rejected", note: "Already rejected elsewhere." });
    expect(shown("a", "c2").label).toBe("Needs your approval");
    expect(shown("b", "c3")).toEqual({ label: "Rejected", note: "Already rejected elsewhere, in AG-UI." });
    expect(shown("b", "c4")).toEqual({ label: "Not finished", note: "No longer waiting." });
  });

  it("shows an approved frontend call again when it waits for its page", async () => {
    const { inbox, server, find, shown } = setUp([wait("a", [call("c1", { toolName: "copy_text" })])]);
    await inbox.refresh();
    await inbox.answer(find("a", "c1"), { type: "decision", approved: true });
    server.waits = [wait("a", [call("c1", { toolName: "copy_text" })], "tool-results")];
    await inbox.refresh();
    expect(find("a", "c1")).toMatchObject({ phase: "tool-results", settled: null });
    expect(shown("a", "c1").label).not.toBe("Approved");
  });
});
