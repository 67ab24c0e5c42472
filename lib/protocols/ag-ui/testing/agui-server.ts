import { parseClientTools } from "../../../agent/client-tools";
import { type Agent, createAgent } from "../../../agent/create-agent";
import { type AgentConfig, defineAgent } from "../../../agent/define-agent";
import { type Counters, REF, testAgentConfig } from "../../../agent/testing/desk";
import { MemoryStore } from "../../../agent/testing/memory-store";
import { ScriptedModel } from "../../../agent/testing/scripted-model";
import { AppError } from "../../../errors";
import { dataFrames, sseResponse } from "../../../http/sse";
import { wholeTurns } from "../../../server/whole-turns";
import { acceptAgUi } from "../accept";
import { type AgUiAdapterOptions, createAgUiAdapter } from "../adapter";
import { followAgUi } from "../follow";
import { type Hydration, hydrate } from "../hydrate";
import { parseRunAgentInput } from "../parse-run-agent-input";
import type { AgUiEvent, AgUiMessage } from "../wire";

export type Steps = ConstructorParameters<typeof ScriptedModel>[0];

/** What one request was answered with. */
export interface Exchange {
  method: string;
  body: { messages: AgUiMessage[]; resume?: unknown[]; runId: string } | null;
  status: number;
  events: AgUiEvent[];
}

export interface ServerOptions {
  config?: Partial<AgentConfig>;
  store?: MemoryStore;
  mapEvent?: AgUiAdapterOptions["mapEvent"];
}

/** The AG-UI routes in memory: the real agent on a scripted model, behind a `fetch`. */
export class AgUiServer {
  readonly store: MemoryStore;
  readonly counters: Counters = { clock: 0, pay: [] };
  readonly model: ScriptedModel;
  readonly exchanges: Exchange[] = [];
  readonly errors: unknown[] = [];
  private readonly agent: Agent;
  private readonly mapEvent: AgUiAdapterOptions["mapEvent"];

  constructor(steps: Steps, { config, store = new MemoryStore(), mapEvent }: ServerOptions = {}) {
    this.store = store;
    this.mapEvent = mapEvent;
    this.model = new ScriptedModel(steps);
    this.agent = createAgent(defineAgent(testAgentConfig(this.counters, config)), {
      store,
      model: this.model,
      onError: (error) => this.errors.push(error),
    });
  }

  get thread() {
    return this.agent.for(REF);
  }

  get lastEvents(): AgUiEvent[] {
    return this.exchanges.at(-1)?.events ?? [];
  }

  fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    const method = init?.method ?? "GET";
    const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    const exchange: Exchange = { method, body, status: 200, events: [] };
    this.exchanges.push(exchange);
    try {
      const signal = init?.signal ?? undefined;
      const events = method === "POST" ? await this.post(body, signal) : await this.read(new URL(url), signal);
      if (!events) {
        exchange.status = 204;
        return new Response(null, { status: 204 });
      }
      return sseResponse(recorded(events, exchange), { format: dataFrames, ...(signal && { signal }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      exchange.status = error.status;
      const { code, message, details } = error;
      return Response.json({ error: { code, message, ...details } }, { status: error.status });
    }
  };

  /** `GET /api/agui/threads/{threadId}` */
  async hydrate(page: { limit?: number; before?: string } = {}): Promise<Hydration> {
    const wanted = { limit: 50, ...page };
    const { messages, more, run } = await wholeTurns((limits) => this.thread.history(limits), wanted);
    return JSON.parse(JSON.stringify(hydrate(messages, page.before ? null : run, more)));
  }

  private async post(body: unknown, signal?: AbortSignal): Promise<AsyncIterable<AgUiEvent>> {
    const input = parseRunAgentInput(body);
    const catalog = parseClientTools(this.agent.definition, input.tools);
    const { handle, options } = await acceptAgUi(this.thread, input, catalog);
    return handle.events(createAgUiAdapter({ ...options, ...(this.mapEvent && { mapEvent: this.mapEvent }) }), signal);
  }

  private async read(url: URL, signal?: AbortSignal): Promise<AsyncIterable<AgUiEvent> | null> {
    const page = await wholeTurns((limits) => this.thread.history(limits), { limit: 50 });
    const { run } = page;
    if (run?.status !== "running") return null;
    return followAgUi(this.thread, {
      page: { ...page, run },
      after: Number(url.searchParams.get("after")),
      runId: url.searchParams.get("runId") ?? "reader",
      ...(signal && { signal }),
      onError: (error) => this.errors.push(error),
    });
  }
}

async function* recorded(events: AsyncIterable<AgUiEvent>, exchange: Exchange): AsyncGenerator<AgUiEvent> {
  for await (const event of events) {
    exchange.events.push(event);
    yield event;
  }
}
