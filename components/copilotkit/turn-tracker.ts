import type { AbstractAgent, CopilotKitCore } from "@copilotkit/react-core/v2";
import type { Failure } from "../thread-api/failure";
import { withQuietEnd } from "../thread-api/quiet-end";
import type { Fetch } from "../thread-api/request";
import { type CopilotError, toFailure } from "./copilot-failure";

/** What of CopilotKit's core the page drives. */
export type Core = Pick<CopilotKitCore, "runAgent" | "connectAgent" | "stopAgent" | "subscribe">;

/** A stream that ended without its last event: the process or the connection behind it is gone. */
const CUT: Failure = { kind: "connection" };

const quiet = new WeakSet<Fetch>();

/** CopilotKit gives its agents a `fetch` of its own, and gives it to them again now and then. */
function endQuietly(agent: AbstractAgent & { fetch?: Fetch }): void {
  if (!agent.fetch || quiet.has(agent.fetch)) return;
  agent.fetch = withQuietEnd(agent.fetch);
  quiet.add(agent.fetch);
}

/** How long an announced request may take to go out, in milliseconds. */
const EXPECTED_WITHIN = 5_000;

/** The stream of a thread at rest ends with its snapshot; one that has not ended so much later is live, in milliseconds. */
const LIVE_AFTER = 50;

/**
 * Notices when CopilotKit works on a turn and how that ends. CopilotKit itself only says that something starts: a turn
 * is a request, then the handlers, then the next request, all inside one `runAgent()`; errors arrive on the side; and a
 * stream that breaks off without its last event is no error at all.
 */
export class TurnTracker {
  private pending = 0;
  private agent: AbstractAgent | null = null;
  private failure: Failure | null = null;
  private reported = new WeakSet<Error>();
  /** A request is out whose last event has not come. */
  private open = false;
  private begun = false;
  /** The request now being read is one of this page's own; the others only look. */
  private own = false;
  private expected: (() => void) | null = null;

  /**
   * @param onChange called whenever work begins or may have ended
   * @param onLive called when a stream goes on after it has told the whole conversation
   * @param onAccepted called when the server has taken what this page has sent
   */
  constructor(
    private readonly onChange: () => void,
    private readonly onLive: () => void,
    private readonly onAccepted: () => void,
  ) {}

  /** A `runAgent()` or `connectAgent()` has not returned yet. */
  get working(): boolean {
    return this.pending > 0;
  }

  /** A stream is being read. */
  get reading(): boolean {
    return this.agent?.isRunning ?? false;
  }

  /** What went wrong since it was last asked. */
  takeFailure(): Failure | null {
    const { failure } = this;
    this.failure = null;
    return failure;
  }

  /** Whether a stream has begun since it was last asked. */
  takeProgress(): boolean {
    const { begun } = this;
    this.begun = false;
    return begun;
  }

  /** A request will go out by itself, from a loop of CopilotKit's that nobody else sees. */
  expectRequest(): void {
    void this.track(
      new Promise<void>((resolve) => {
        this.expected = resolve;
        setTimeout(resolve, EXPECTED_WITHIN);
      }),
    );
  }

  /** Follows the core until the returned function is called. */
  attach(core: Core): () => void {
    const { runAgent, connectAgent } = core;
    core.runAgent = (params) => {
      endQuietly(params.agent);
      return this.track(runAgent.call(core, params));
    };
    core.connectAgent = (params) => {
      endQuietly(params.agent);
      return this.track(connectAgent.call(core, params));
    };
    const subscription = core.subscribe({ onError: (event) => this.onError(event) });
    return () => {
      core.runAgent = runAgent;
      core.connectAgent = connectAgent;
      subscription.unsubscribe();
    };
  }

  /** Follows an agent until the returned function is called. */
  use(agent: AbstractAgent): () => void {
    this.agent = agent;
    // Also from the loops in which CopilotKit sends what a card has answered.
    const { runAgent, connectAgent } = agent;
    agent.runAgent = (...parameters) => {
      this.own = true;
      return runAgent.apply(agent, parameters);
    };
    agent.connectAgent = (...parameters) => {
      this.own = false;
      return connectAgent.apply(agent, parameters);
    };
    const end = () => {
      this.open = false;
    };
    const subscription = agent.subscribe({
      onRunInitialized: () => {
        this.expected?.();
        this.expected = null;
        this.open = true;
      },
      onRunStartedEvent: () => {
        this.begun = true;
        if (this.own) this.onAccepted();
      },
      onMessagesSnapshotEvent: () => {
        setTimeout(() => this.open && this.onLive(), LIVE_AFTER);
      },
      onRunFinishedEvent: end,
      onRunErrorEvent: end,
      // Says by itself what was wrong.
      onRunFailed: end,
      onRunFinalized: () => {
        if (this.open) this.failure ??= CUT;
        this.open = false;
        this.changed();
      },
    });
    return () => {
      agent.runAgent = runAgent;
      agent.connectAgent = connectAgent;
      subscription.unsubscribe();
      this.open = false;
    };
  }

  private async track<T>(work: Promise<T>): Promise<T> {
    this.pending += 1;
    this.onChange();
    try {
      return await work;
    } finally {
      this.pending -= 1;
      this.changed();
    }
  }

  private onError(event: CopilotError): void {
    if (this.reported.has(event.error)) return;
    this.reported.add(event.error);
    const failure = toFailure(event);
    if (!failure) return;
    this.failure = failure;
    this.changed();
  }

  /** Later: CopilotKit tells about an end before it has taken note of it itself. */
  private changed(): void {
    setTimeout(this.onChange);
  }
}
