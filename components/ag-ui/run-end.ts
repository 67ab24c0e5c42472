import type { AgentSubscriber } from "@ag-ui/client";
import { type Failure, parseRefusal, RequestError } from "../thread-api/failure";

/** What came of one request of the client: it resolves in most cases, whatever happened. */
export interface RunEnd {
  /** `cut`: the stream ended, or never began, without saying how the run stands. */
  type: "finished" | "failed" | "cut";
  /** Why, unless the run's end was reached. */
  failure: Failure | null;
  /** Calls that the stream handed to this page, in order. */
  calls: string[];
  /** A stream had begun. */
  progress: boolean;
  /** The run ended without an answer. */
  cancelled: boolean;
}

/** The `RUN_ERROR` code of a connection that this page has closed itself. Every other one is the server's word on the run. */
const CLOSED_HERE = "abort";
const RUN_CANCELLED = "neuron:run_cancelled";

/** Watches a request of the client to its end. Never rejects. */
export async function watchRun(
  start: (subscriber: AgentSubscriber) => Promise<unknown>,
  onStarted: () => void,
): Promise<RunEnd> {
  const end: RunEnd = { type: "cut", failure: null, calls: [], progress: false, cancelled: false };
  try {
    await start({
      onRunStartedEvent: () => {
        end.progress = true;
        onStarted();
      },
      onToolCallEndEvent: ({ event }) => {
        end.calls.push(event.toolCallId);
      },
      onCustomEvent: ({ event }) => {
        if (event.name === RUN_CANCELLED) end.cancelled = true;
      },
      onRunFinishedEvent: () => {
        end.type = "finished";
      },
      onRunErrorEvent: ({ event }) => {
        const lost = event.code === CLOSED_HERE;
        if (!lost) end.type = "failed";
        end.failure = lost ? { kind: "connection" } : { kind: "run", message: event.message };
      },
      onRunFailed: ({ error }) => {
        end.failure = toFailure(error);
        // Otherwise the client prints the error and throws it as well. It honours this, although its type leaves it out.
        return { stopPropagation: true } as object;
      },
    });
  } catch (error) {
    end.failure = toFailure(error);
  }
  if (end.type === "cut") end.failure ??= { kind: "connection" };
  return end;
}

/** What an error of the client means: a refused request has status and body, a broken connection is a `TypeError`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RequestError) return error.failure;
  const { status, payload } = (error ?? {}) as { status?: unknown; payload?: unknown };
  if (typeof status === "number") {
    return parseRefusal(status, typeof payload === "string" ? payload : JSON.stringify(payload ?? null));
  }
  if (error instanceof TypeError || (error instanceof Error && error.name === "AbortError")) {
    return { kind: "connection" };
  }
  return { kind: "unreadable", message: error instanceof Error ? error.message : String(error) };
}
