import { HttpAgent, type Interrupt, type Message, type RunAgentInput, type Tool } from "@ag-ui/client";
import { REF } from "../../../agent/testing/desk";
import type { AgUiMessage } from "../wire";
import type { AgUiServer } from "./agui-server";

export const URL_BASE = "http://app.test/api/agui";

export interface PageCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export type Handler = (args: Record<string, unknown>) => unknown;
type Resume = NonNullable<RunAgentInput["resume"]>;

/** What the client was told during one run. */
export interface PageRun {
  calls: PageCall[];
  interrupts: Interrupt[];
  errors: string[];
  finished: number;
  pendingToolCallIds: string[];
}

export const webTools: Tool[] = ["title", "copy"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object", properties: {} },
}));

/** The official client without a page, wired as the seeds say, against an {@link AgUiServer}. */
export class AgUiPage {
  readonly agent: HttpAgent;
  readonly started: PageCall[] = [];
  handlers: Record<string, Handler> = { title: () => "Orders", copy: () => true };
  tools: Tool[] = webTools;
  private count = 0;

  constructor(
    private readonly server: AgUiServer,
    restored?: { messages: AgUiMessage[]; interrupts: unknown[] },
  ) {
    this.agent = new HttpAgent({
      url: URL_BASE,
      threadId: REF.threadId,
      fetch: (url, init) => server.fetch(url, init),
      ...(restored && { initialMessages: restored.messages as Message[] }),
    });
    if (restored) this.agent.pendingInterrupts = structuredClone(restored.interrupts) as Interrupt[];
  }

  static async reload(server: AgUiServer): Promise<AgUiPage> {
    return new AgUiPage(server, await server.hydrate());
  }

  /** Our messages as the wire has them. */
  get messages(): AgUiMessage[] {
    return this.agent.messages.filter((message) => message.role !== "activity") as AgUiMessage[];
  }

  get reply(): string {
    const last = this.agent.messages.at(-1);
    return last?.role === "assistant" ? (last.content ?? "") : "";
  }

  say(text: string, id = `user-${++this.count}`): void {
    this.agent.addMessage({ id, role: "user", content: text });
  }

  async ask(text: string, id?: string): Promise<PageRun> {
    this.say(text, id);
    return this.run();
  }

  async run(resume?: Resume): Promise<PageRun> {
    const run: PageRun = { calls: [], interrupts: [], errors: [], finished: 0, pendingToolCallIds: [] };
    await this.agent.runAgent(
      { tools: this.tools, ...(resume && { resume }) },
      {
        onToolCallEndEvent: ({ event, toolCallName, toolCallArgs }) => {
          run.calls.push({ id: event.toolCallId, name: toolCallName, args: toolCallArgs });
        },
        onRunFinishedEvent: (params) => {
          run.finished += 1;
          if (params.outcome === "interrupt") run.interrupts = params.interrupts;
          if (params.outcome === "success") run.pendingToolCallIds = params.pendingToolCallIds ?? [];
        },
        onRunErrorEvent: ({ event }) => {
          run.errors.push(event.message);
        },
      },
    );
    return run;
  }

  /** The live reader, through the client's own `connect`. */
  async follow(after: number): Promise<void> {
    const { server } = this;
    const reader = new HttpAgent({
      url: `${URL_BASE}/threads/${REF.threadId}/stream?after=${after}`,
      threadId: REF.threadId,
      initialMessages: this.agent.messages,
      fetch: (url, init) => server.fetch(url, { ...init, method: "GET", body: null }),
    });
    await reader.runAgent();
    this.agent.setMessages(reader.messages);
    this.agent.pendingInterrupts = reader.pendingInterrupts;
  }

  decide(run: PageRun, decision: (interrupt: Interrupt) => { approved: boolean; reason?: string }): Promise<PageRun> {
    return this.run(
      run.interrupts.map((interrupt) => ({
        interruptId: interrupt.id,
        status: "resolved",
        payload: decision(interrupt),
      })),
    );
  }

  /** Calls that this page owns and that have no result yet. */
  open(calls: PageCall[]): PageCall[] {
    const answered = new Set(
      this.agent.messages.map((message) => (message.role === "tool" ? message.toolCallId : undefined)),
    );
    const owned = this.tools.map((tool) => tool.name);
    return calls.filter((call) => owned.includes(call.name) && !answered.has(call.id));
  }

  /** Runs the handlers of the calls and adds their results, as the seeds' client does. */
  execute(calls: PageCall[]): PageCall[] {
    const open = this.open(calls);
    for (const call of open) {
      this.started.push(call);
      const base = { id: `page-${call.id}`, role: "tool" as const, toolCallId: call.id };
      try {
        const value = this.handlers[call.name]?.(call.args);
        this.agent.addMessage({ ...base, content: typeof value === "string" ? value : JSON.stringify(value ?? null) });
      } catch (error) {
        this.agent.addMessage({ ...base, content: "", error: (error as Error).message });
      }
    }
    return open;
  }

  /** Goes on until nothing is left for the page to do: runs every call, approves or rejects every interrupt. */
  async finish(run: PageRun, approve: (interrupt: Interrupt) => boolean = () => true): Promise<PageRun> {
    let last = run;
    for (let turns = 0; turns < 12; turns++) {
      if (last.interrupts.length > 0) last = await this.decide(last, (interrupt) => ({ approved: approve(interrupt) }));
      else if (this.execute(last.calls).length > 0) last = await this.run();
      else return last;
    }
    throw new Error("The client goes on for ever.");
  }
}
