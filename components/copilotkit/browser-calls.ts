import type { Message } from "@copilotkit/react-core/v2";
import type { BrowserCall, CallRunner } from "@/lib/browser-tools/run-call";
import { isAnsweredByPerson, isSafeToRepeat } from "@/lib/browser-tools/tool-traits";
import { CANCELLED } from "../chat-ui/cancelled";
import type { Store } from "../thread-api/store";
import { type RunInfo, waitingCalls } from "../thread-api/threads";
import { type CallAnswer, findResult, openCalls } from "./agent-messages";
import { added, removed, type ThreadState } from "./thread-state";
import { toHandlerResult, toResultText } from "./tool-result";

/** Gives a waiting handler its result (CopilotKit's `respond`). */
export type Respond = (result: unknown) => unknown;

export interface Conversation {
  messages(): readonly Message[];
  /** Sends answers to calls that CopilotKit's own loop has left behind. */
  deliver(answers: ({ callId: string } & CallAnswer)[]): Promise<void>;
}

/**
 * The frontend calls of one thread. CopilotKit runs a handler only for a call that arrived in the turn's own response;
 * what waits after a reload is run, answered or cancelled from here.
 */
export class BrowserCalls {
  private readonly responders = new Map<string, Respond>();
  /** Answers that this page has given, in case their request was lost. */
  private readonly given = new Map<string, CallAnswer>();
  private deliveries: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: Store<ThreadState>,
    private readonly runner: CallRunner,
    private readonly conversation: Conversation,
  ) {}

  /** The handler of every frontend tool. Never rejects: CopilotKit would end the turn without a word to the agent. */
  async handle(call: BrowserCall): Promise<unknown> {
    return toHandlerResult(await this.execute(call));
  }

  /** A card that a person answers is on the page, its handler waits; until the returned function is called. */
  ask(callId: string, respond: Respond): () => void {
    this.responders.set(callId, respond);
    this.state.set({ asking: added(this.state.get().asking, callId) });
    // Its answer was on the way when the connection broke.
    const given = this.given.get(callId);
    if (given) queueMicrotask(() => respond(given.content));
    return () => {
      this.responders.delete(callId);
      this.state.set({ asking: removed(this.state.get().asking, callId) });
    };
  }

  isAsking(callId: string): boolean {
    return this.responders.has(callId);
  }

  /** A person's answer. */
  answer(callId: string, output: unknown): void {
    const content = typeof output === "string" ? output : JSON.stringify(output);
    this.given.set(callId, { content });
    this.responders.get(callId)?.(content);
  }

  /** Cancels every card that waits; whether there was one. */
  cancelAsking(): boolean {
    const waiting = [...this.responders.keys()];
    for (const callId of waiting) this.cancel(callId);
    return waiting.length > 0;
  }

  cancel(callId: string): void {
    const respond = this.responders.get(callId);
    if (respond) respond({ error: CANCELLED });
    else this.deliver([{ callId, content: CANCELLED, error: CANCELLED }]);
  }

  /** "Run now". */
  run(callId: string): void {
    const call = openCalls(this.conversation.messages()).find((each) => each.callId === callId);
    if (call) void this.executeAndDeliver([call]);
  }

  /** Calls that wait after a reload: delivers what this tab already knows, and repeats what is safe to repeat. */
  resume(run: RunInfo | null): void {
    const waiting = new Set(waitingCalls(run, "tool-results").map((call) => call.callId));
    const calls = openCalls(this.conversation.messages()).filter((call) => {
      if (!waiting.has(call.callId) || isAnsweredByPerson(call.toolName)) return false;
      return this.runner.outcomeOf(call) !== null || isSafeToRepeat(call.toolName);
    });
    if (calls.length > 0) void this.executeAndDeliver(calls);
  }

  private async executeAndDeliver(calls: BrowserCall[]): Promise<void> {
    const idle = calls.filter((call) => !this.state.get().running.has(call.callId));
    const answers = await Promise.all(
      idle.map(async (call) => ({ callId: call.callId, content: toResultText(await this.execute(call)) })),
    );
    if (answers.length > 0) this.deliver(answers);
  }

  private async execute(call: BrowserCall) {
    this.state.set({ running: added(this.state.get().running, call.callId) });
    try {
      return await this.runner.run(call);
    } finally {
      this.state.set({ running: removed(this.state.get().running, call.callId) });
    }
  }

  /** One request after the other: CopilotKit would abandon the one before. What has been settled meanwhile is dropped. */
  private deliver(answers: ({ callId: string } & CallAnswer)[]): void {
    this.deliveries = this.deliveries.then(async () => {
      const open = answers.filter(({ callId }) => !findResult(this.conversation.messages(), callId));
      if (open.length > 0) await this.conversation.deliver(open);
    });
  }
}
