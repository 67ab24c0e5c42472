import type { Json } from "../json";
import type {
  CancelReason,
  Interrupt,
  InterruptType,
  LogEvent,
  Memo,
  Run,
  RunError,
  RunningRun,
  ThreadRef,
  WorkflowTypes,
} from "./types";

/** What a wait asks for, as a node states it; the engine gives it its id and collects the answers. */
export interface WaitRequest<T extends WorkflowTypes> {
  type: InterruptType;
  name?: string;
  dueAt?: string;
  request: T["request"];
}

/**
 * What a node ends with. Suspension is a returned value: a node that waits is entered again, with the same event and
 * the settled interrupt in `context.answered`. `fail` commits what the node staged and fails the run; a throw fails it
 * without.
 */
export type NodeResult<T extends WorkflowTypes> =
  | { type: "next"; event: T["event"] }
  | { type: "wait"; wait: WaitRequest<T> }
  | { type: "stop" }
  | { type: "fail"; error: RunError };

export interface NodeContext<T extends WorkflowTypes> {
  readonly ref: ThreadRef;
  readonly run: Pick<RunningRun<T>, "runId" | "key" | "attempt" | "data">;
  /** This step's number in the run. */
  readonly step: number;
  /** Saved when the step commits; change it in place. */
  readonly state: T["state"];
  readonly resources: T["resources"];
  /** Aborted when the run is stopped or another process took it over. */
  readonly signal: AbortSignal;
  /** The interrupt that this node returned earlier, settled; `null` on first entry. */
  readonly answered: Interrupt<T> | null;
  /** Memos of the run as they are now. */
  readonly memos: Readonly<Record<string, Memo>>;
  /** Saves a record when this step commits; a record of the same id is replaced. Returns it with its number. */
  stage(record: T["record"]): T["record"];
  /** Adds an event to the run log outside the generator's own yields (parallel work). */
  emit(event: T["log"]): void;
  /** Durable before it returns: the run's log knows that this work has begun. */
  markStarted(keys: string[]): Promise<void>;
  /**
   * Stores a finished piece of work at once, with its events and records, apart from the step's own commit. Returns the
   * records with their numbers. If the step is entered again after a crash, its events are void: the node finds the
   * records and says again what belongs to them.
   */
  settle(key: string, value: Json, records: T["record"][], events: T["log"][]): T["record"][];
  /** Runs `work` once per key and run: its stored value is returned ever after. */
  memoize<V extends Json>(key: string, work: () => Promise<V>): Promise<V>;
}

export type NodeRun<T extends WorkflowTypes> = AsyncGenerator<T["log"], NodeResult<T>, void>;

/** Handles the one event type that it accepts. Array order does not connect nodes; events do. */
export interface Node<T extends WorkflowTypes, Type extends T["event"]["type"] = T["event"]["type"]> {
  accepts: Type;
  run(event: Extract<T["event"], { type: Type }>, context: NodeContext<T>): NodeRun<T>;
}

// A list of nodes holds handlers of different events, so its element type cannot name one of them.
export type AnyNode<T extends WorkflowTypes> = { [Type in T["event"]["type"]]: Node<T, Type> }[T["event"]["type"]];

/** Wraps every node: may change context state before, look at the result after, or add events. */
export type Middleware<T extends WorkflowTypes> = (
  event: T["event"],
  context: NodeContext<T>,
  next: () => NodeRun<T>,
) => NodeRun<T>;

/** What a run leaves open when it ends without finishing, settled. */
export interface Closing<T extends WorkflowTypes> {
  records: T["record"][];
  events: T["log"][];
}

/** Everything the engine needs to know about one kind of workflow. */
export interface WorkflowDefinition<T extends WorkflowTypes> {
  name: string;
  nodes: AnyNode<T>[];
  middleware?: Middleware<T>[];
  /** Live collaborators of one segment. `context` are the thread's newest records, in order. */
  resources(input: {
    ref: ThreadRef;
    run: RunningRun<T>;
    context: T["record"][];
  }): Promise<T["resources"]> | T["resources"];
  /** How many of the thread's records a segment needs to see. */
  contextSize: number;
  /**
   * Pure: settles open work of a run that is stopped, abandoned or superseded. `voided`: what the step after `run.step`
   * had logged is void, so what it has stored apart from its commit ({@link NodeContext.settle}) has to be said again.
   */
  close(input: {
    run: Run<T>;
    records: T["record"][];
    memos: Record<string, Memo>;
    reason: CancelReason;
    voided: boolean;
  }): Closing<T>;
  /** Merges two neighbouring log events into one (deltas), or `null`. */
  coalesce?(previous: LogEvent<T>, next: LogEvent<T>): LogEvent<T> | null;
  /** Whether the log says when an event happened. Default: yes. */
  timed?(event: LogEvent<T>): boolean;
  /** Whether an event is still of use once its run has ended. Default: yes. */
  keep?(event: LogEvent<T>): boolean;
  /** The wait as a refused client sees it (`error.pending`). */
  describeWait(interrupt: Interrupt<T>): Json;
  /** Turns an exception that escaped a node into the run's stored, neutral error. */
  toRunError(error: unknown): RunError;
  /** Keep a completed run until a platform caller acknowledges it; until then the thread takes no new turn. */
  retainCompletionUntilAcknowledged?: boolean;
}

export function next<T extends WorkflowTypes>(event: T["event"]): NodeResult<T> {
  return { type: "next", event };
}
export function wait<T extends WorkflowTypes>(request: WaitRequest<T>): NodeResult<T> {
  return { type: "wait", wait: request };
}
export function stop<T extends WorkflowTypes>(): NodeResult<T> {
  return { type: "stop" };
}
export function fail<T extends WorkflowTypes>(error: RunError): NodeResult<T> {
  return { type: "fail", error };
}

/** Nodes by the event they accept. Two handlers of one event are a programming error. */
export function nodesByEvent<T extends WorkflowTypes>(nodes: AnyNode<T>[]): Map<string, AnyNode<T>> {
  const byEvent = new Map<string, AnyNode<T>>();
  for (const node of nodes) {
    if (byEvent.has(node.accepts)) throw new Error(`Two nodes accept the event "${node.accepts}".`);
    byEvent.set(node.accepts, node);
  }
  return byEvent;
}
