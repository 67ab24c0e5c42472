import { parseClientTools } from "../../../agent/client-tools";
import { type Agent, createAgent } from "../../../agent/create-agent";
import { type AgentConfig, defineAgent } from "../../../agent/define-agent";
import { type Counters, REF, testAgentConfig } from "../../../agent/testing/desk";
import { MemoryStore } from "../../../agent/testing/memory-store";
import { ScriptedModel } from "../../../agent/testing/scripted-model";
import { AppError } from "../../../errors";
import { dataFrames, sseResponse } from "../../../http/sse";
import { parseRunAgentInput } from "../../ag-ui/parse-run-agent-input";
import type { AgUiEvent, AgUiMessage } from "../../ag-ui/wire";
import { connectThread, parseConnectInput } from "../connect";
import { runThread } from "../run";
import { parseRuntimeCall } from "../runtime-call";
import { toRuntimeInfo } from "../runtime-info";

export const RUNTIME_URL = "http://app.test/api/copilotkit";

type Steps = ConstructorParameters<typeof ScriptedModel>[0];

/** What one request was answered with. */
export interface Exchange {
  call: string;
  body: { messages: AgUiMessage[]; tools: { name: string }[]; resume?: unknown[] };
  status: number;
  events: AgUiEvent[];
}

/** The runtime's routes in memory: the real agent on a scripted model, behind a `fetch`. */
export class CopilotServer {
  readonly counters: Counters = { clock: 0, pay: [] };
  readonly exchanges: Exchange[] = [];
  readonly model: ScriptedModel;
  readonly store: MemoryStore;
  private readonly agent: Agent;
  private readonly faults: { call: string; events: number | null }[] = [];

  /** @param like another server whose database this one shares, as after a restart */
  constructor(steps: Steps, { config, like }: { config?: Partial<AgentConfig>; like?: CopilotServer } = {}) {
    this.store = like?.store ?? new MemoryStore();
    this.model = new ScriptedModel(steps);
    this.agent = createAgent(defineAgent(testAgentConfig(this.counters, config)), {
      store: this.store,
      model: this.model,
      onError: () => undefined,
    });
  }

  get thread() {
    return this.agent.for(REF);
  }

  /** Exchanges of one kind, oldest first. */
  all(call: "run" | "connect" | "stop"): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.call === call);
  }

  /** The next requests of these kinds do not get through. */
  failNext(...calls: string[]): void {
    this.faults.push(...calls.map((call) => ({ call, events: null })));
  }

  /** The next answer of this kind ends after so many events, as if nothing were missing. */
  cutNext(call: string, events: number): void {
    this.faults.push({ call, events });
  }

  fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(input));
    const call = parseRuntimeCall(init.method ?? "GET", pathname.slice(new URL(RUNTIME_URL).pathname.length));
    const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
    if (call.type === "info") return Response.json(toRuntimeInfo("A test."));
    const exchange: Exchange = { call: call.type, body, status: 200, events: [] };
    this.exchanges.push(exchange);
    const fault = this.faults[0]?.call === call.type ? this.faults.shift() : undefined;
    if (fault?.events === null) throw new TypeError("Failed to fetch");
    if (call.type === "stop") return Response.json({ stopped: await this.thread.stop() });
    const signal = init.signal ?? undefined;
    try {
      const events = call.type === "run" ? await this.run(body, signal) : await this.connect(body, signal);
      const told = fault && fault.events !== null ? cut(events, fault.events) : recorded(events, exchange);
      return sseResponse(told, { format: dataFrames, ...(signal && { signal }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      exchange.status = error.status;
      const { code, message, retryable, details } = error;
      return Response.json({ error: { code, message, retryable, ...details } }, { status: error.status });
    }
  };

  private run(body: unknown, signal?: AbortSignal): Promise<AsyncIterable<AgUiEvent>> {
    const input = parseRunAgentInput(body);
    const catalog = parseClientTools(this.agent.definition, input.tools);
    return runThread(this.thread, input, { catalog, ...(signal && { signal }) });
  }

  private async connect(body: unknown, signal?: AbortSignal): Promise<AsyncIterable<AgUiEvent>> {
    const page = await this.thread.history({ limit: 1000 });
    const onError = () => undefined;
    return connectThread(this.thread, { ...parseConnectInput(body), page, onError, ...(signal && { signal }) });
  }
}

async function* recorded(events: AsyncIterable<AgUiEvent>, exchange: Exchange): AsyncGenerator<AgUiEvent> {
  for await (const event of events) {
    exchange.events.push(event);
    yield event;
  }
}

async function* cut(events: AsyncIterable<AgUiEvent>, count: number): AsyncGenerator<AgUiEvent> {
  let left = count;
  if (left === 0) return;
  for await (const event of events) {
    yield event;
    if (--left === 0) return;
  }
}
