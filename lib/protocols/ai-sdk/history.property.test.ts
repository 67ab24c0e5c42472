import { type UIMessage, validateUIMessages } from "ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentRun } from "../../agent/events";
import type { StreamContext } from "../../agent/protocol";
import type { Json } from "../../json";
import { createAiSdkAdapter } from "./adapter";
import type { ChatChunk, ChatMessage } from "./chat-message";
import { ChatServer, type ScriptedStep, THREAD } from "./testing/chat-server";
import { readable, readMessage } from "./testing/read-message";

/** One conversation: what the model does, and what the person and the browser answer. */
interface Script {
  steps: ScriptedStep[];
  /** Instead of this answer, the run is stopped. */
  stopAt: number;
  /** How much of each response reaches a client whose connection breaks, from 0 to 1. */
  cut: number;
  /** Consumed in order: whether a waiting call is answered by the next request, approved, and with what. */
  answers: { now: boolean; approved: boolean; failed: boolean; output: Json }[];
}

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const input = json.filter((value) => !JSON.stringify(value).includes("__proto__")).map((value) => ({ value }));
const names = ["look_up", "refuse", "refund", "read_title", "read_text", "copy_text", "no_such_tool"];
const text = fc.option(fc.string({ minLength: 1, maxLength: 12 }), { nil: undefined });

const stepShape = fc.record({
  reasoning: text,
  text,
  calls: fc.array(fc.record({ name: fc.constantFrom(...names), input }), { maxLength: 3 }),
});
const ending = fc.constantFrom<"answers" | "says nothing" | "fails" | "is cut">(
  "answers",
  "says nothing",
  "fails",
  "is cut",
);

const scripts: fc.Arbitrary<Script> = fc
  .tuple(
    fc.array(
      stepShape.filter((step) => step.calls.length > 0),
      { maxLength: 2 },
    ),
    stepShape,
    ending,
    fc.array(fc.record({ now: fc.boolean(), approved: fc.boolean(), failed: fc.boolean(), output: json }), {
      minLength: 8,
      maxLength: 8,
    }),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  )
  .map(([middle, final, end, answers, stopAt, cut]) => ({
    steps: [...middle, lastStep(final, end)].map(withIds),
    answers,
    stopAt,
    cut,
  }));

function lastStep(step: Omit<ScriptedStep, "calls"> & { calls: { name: string; input: unknown }[] }, end: string) {
  const said = { ...(step.reasoning && { reasoning: step.reasoning }), ...(step.text && { text: step.text }) };
  if (end === "fails") return { ...said, error: new Error("broken"), calls: [] };
  if (end === "is cut") return { ...said, finish: "length" as const, calls: step.calls };
  return { ...(end === "answers" ? { ...said, text: step.text ?? "Done." } : {}), calls: [] };
}

function withIds(step: Omit<ScriptedStep, "calls"> & { calls: { name: string; input: unknown }[] }, index: number) {
  return { ...step, calls: step.calls.map((call, n) => ({ id: `c${index}-${n}`, ...call })) };
}

/** A client's copy of the run's message, played against the real agent. */
class Play {
  readonly server: ChatServer;
  message: UIMessage | undefined;
  /** The copy as it was after each response, and as a broken connection would have left it. */
  readonly copies: UIMessage[] = [];
  readonly cutCopies: UIMessage[] = [];
  readonly started: string[] = [];
  private answersUsed = 0;

  constructor(private readonly script: Script) {
    this.server = new ChatServer(script.steps);
  }

  async run(): Promise<AgentRun> {
    await this.post([{ id: "q", role: "user", parts: [{ type: "text", text: "Go." }] }]);
    for (let requests = 0; ; requests += 1) {
      const context = await this.context();
      await this.check(context);
      if (context.run.status !== "suspended") return context.run;
      if (requests > 30) throw new Error("The conversation does not end.");
      if (requests === this.script.stopAt) {
        await this.server.thread.stop();
        const stopped = await this.context();
        this.message = await readMessage(respond(stopped, this.message as UIMessage), this.message);
        continue;
      }
      this.answer(context.run.interrupt.request.calls.map((call) => call.callId));
      await this.post([this.message as UIMessage]);
    }
  }

  /** Answers at least one of the open calls, as `addToolOutput` and `addToolApprovalResponse` do. */
  private answer(waiting: string[]): void {
    const message = structuredClone(this.message as UIMessage);
    const open = message.parts.filter(
      (part) =>
        "toolCallId" in part &&
        waiting.includes(part.toolCallId) &&
        (part.state === "approval-requested" || part.state === "input-available"),
    );
    const given = open.map(() => this.nextAnswer());
    if (!given.some((answer) => answer.now) && given[0]) given[0].now = true;
    for (const [index, part] of open.entries()) {
      const answer = given[index];
      if (!answer?.now || !("toolCallId" in part)) continue;
      const { approved, failed, output } = answer;
      if (part.state === "approval-requested") {
        const approval = { ...part.approval, approved, ...(failed && !approved && { reason: "No." }) };
        Object.assign(part, { state: "approval-responded", approval });
      } else if (failed) Object.assign(part, { state: "output-error", errorText: "It broke." });
      else Object.assign(part, { state: "output-available", output });
    }
    this.message = message;
  }

  private nextAnswer() {
    const answer = this.script.answers[this.answersUsed % this.script.answers.length];
    this.answersUsed += 1;
    return { ...(answer as Script["answers"][number]) };
  }

  private async post(messages: UIMessage[]): Promise<void> {
    const body = JSON.stringify({ id: THREAD.threadId, messages, trigger: "submit-message" });
    const response = await this.server.fetch("/api/chat", { method: "POST", body });
    expect(response.status).toBe(200);
    await response.text();
    const chunks = this.server.lastChunks;
    this.started.push(...dispatched(chunks));
    const arrived = chunks.slice(0, 1 + Math.floor(this.script.cut * (chunks.length - 1)));
    this.cutCopies.push(await readMessage(arrived, this.message));
    this.message = await readMessage(chunks, this.message);
    this.copies.push(this.message);
  }

  private async context(): Promise<StreamContext> {
    const { run, records } = await this.server.store.read(THREAD, { latest: true });
    if (!run) throw new Error("There is no run.");
    return { threadId: THREAD.threadId, run, after: run.lastEvent, dispatcher: false, stored: records };
  }

  /** Everybody who looks at the thread now sees the same message. */
  private async check(context: StreamContext): Promise<void> {
    const { run } = context;
    const history = await this.server.history();
    await validateUIMessages({ messages: history });
    const waiting = new Set(run.status === "suspended" ? run.interrupt.request.calls.map((call) => call.callId) : []);
    const answer = history.find((message) => message.role === "assistant");
    const expected = answer ? readable(answer, waiting) : emptyAnswer(run);
    expect(readable(this.message as UIMessage, waiting)).toEqual(expected);

    const log = this.server.store.log(THREAD.threadId);
    const replayed = respond({ ...context, after: run.firstEvent, stored: [] }, null, log);
    const views = [replayed, respond(context, null)];
    for (const chunks of views) {
      expect(dispatched(chunks)).toEqual([]);
      expect(readable(await readMessage(chunks), waiting)).toEqual(expected);
    }
    for (const copy of this.copies) {
      const chunks = respond(context, copy);
      expect(dispatched(chunks)).toEqual([]);
      expect(readable(await readMessage(chunks, copy), waiting)).toEqual(expected);
    }
    // Half a text stays half until the page is loaded again, but no call is missing or wrong.
    for (const copy of this.cutCopies) {
      const chunks = respond(context, copy);
      const message = await readMessage(chunks, copy);
      expect(toolParts(readable(message, waiting))).toEqual(toolParts(expected));
    }
  }
}

function toolParts(message: unknown): unknown[] {
  return (message as UIMessage).parts.filter((part) => "toolCallId" in part);
}

function respond(
  context: StreamContext,
  posted: UIMessage | null,
  log: Parameters<ReturnType<ReturnType<typeof createAiSdkAdapter>>["transform"]>[0][] = [],
): ChatChunk[] {
  const adapter = createAiSdkAdapter(posted)(context);
  return [
    ...adapter.start(),
    ...log.flatMap((event) => adapter.transform(event)),
    ...adapter.end({ type: "segment-end" }),
  ];
}

function dispatched(chunks: ChatChunk[]): string[] {
  return chunks.flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk.toolCallId] : []));
}

/** A run that failed before it said anything has no message in the history, but a live one to say so. */
function emptyAnswer(run: AgentRun): unknown {
  if (run.status !== "failed") throw new Error("Only a run that failed at once has no answer.");
  const parts: ChatMessage["parts"] = [
    { type: "step-start" },
    { type: "data-run", data: { runId: run.runId, status: "failed", message: run.error.message } },
  ];
  return {
    id: run.data.messageId,
    role: "assistant",
    parts,
    metadata: { runId: run.runId, status: "failed" },
  };
}

describe("the history", () => {
  it("is what every client of the stream holds, whatever happened", async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const play = new Play(script);
        await play.run();
        const frontend = script.steps.flatMap((step) => step.calls ?? []).map((call) => call.id);
        expect(new Set(play.started).size).toBe(play.started.length);
        expect(frontend).toEqual(expect.arrayContaining(play.started));
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
