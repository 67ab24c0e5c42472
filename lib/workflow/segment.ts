import type { Json } from "../json";
import type { Channel } from "./hub";
import {
  type AnyNode,
  type Middleware,
  type Node,
  type NodeContext,
  type NodeResult,
  type NodeRun,
  nodesByEvent,
  type WorkflowDefinition,
} from "./node";
import { SegmentWriter } from "./segment-writer";
import type { RunStore, Settlement } from "./store";
import type { Cursor, Interrupt, Memo, RunningRun, ThreadRef, WorkflowTypes } from "./types";

/** Why a segment ended without settling its run itself. */
export type SegmentOutcome<T extends WorkflowTypes> =
  | { type: "settled"; status: Settlement<T>["status"] }
  /** Another process holds the run now, or the database could not be reached. */
  | { type: "lost" }
  /** Somebody asked for the run to stop: the caller settles it together with what the open step had staged. */
  | { type: "stopped"; lastEvent: number; lastRecord: number; staged: T["record"][] };

export interface SegmentInput<T extends WorkflowTypes> {
  definition: WorkflowDefinition<T>;
  store: RunStore<T>;
  channel: Channel<T>;
  ref: ThreadRef;
  run: RunningRun<T>;
  memos: Record<string, Memo>;
  context: T["record"][];
  heartbeatMs: number;
  createInterruptId: () => string;
  /** Aborted (reason `"stopped"`) by a stop in this process. */
  stop: AbortController;
  onError: (error: unknown, run: RunningRun<T>) => void;
}

/**
 * Executes one segment: node after node from the cursor to the next settlement. Holds no connection while a node works.
 */
export async function runSegment<T extends WorkflowTypes>(input: SegmentInput<T>): Promise<SegmentOutcome<T>> {
  const { definition, ref, run } = input;
  const abort = new AbortController();
  let lost = false;
  let refused = false;
  const writer = new SegmentWriter<T>(
    input.store,
    { threadId: run.threadId, runId: run.runId, attempt: run.attempt },
    input.channel,
    run,
    {
      ...(definition.coalesce && { coalesce: definition.coalesce }),
      ...(definition.timed && { timed: definition.timed }),
      onStopRequested: () => input.stop.abort("stopped"),
      onLost: (cause) => {
        lost = true;
        if (cause) input.onError(cause, run);
        abort.abort("lost");
      },
      onRefused: (cause) => {
        refused = true;
        input.onError(cause, run);
        abort.abort("lost");
      },
      toRunError: definition.toRunError,
    },
  );
  const ended = (status: Settlement<T>["status"]): SegmentOutcome<T> =>
    lost ? { type: "lost" } : { type: "settled", status: refused ? "failed" : status };
  const onStop = () => abort.abort("stopped");
  if (input.stop.signal.aborted) onStop();
  input.stop.signal.addEventListener("abort", onStop, { once: true });
  const heartbeat = setInterval(() => writer.beat(input.heartbeatMs), input.heartbeatMs);
  let staged: Map<string, T["record"]> = new Map();
  try {
    const resources = await definition.resources({ ref, run, context: input.context });
    const nodes = nodesByEvent(definition.nodes);
    const memos = { ...input.memos };
    let { event, state, answered }: Cursor<T> = structuredClone(run.cursor);
    let step = run.step;
    for (;;) {
      step += 1;
      staged = new Map();
      const node = nodes.get(event.type);
      if (!node) throw new Error(`No node accepts the event "${event.type}".`);
      const context = createContext({
        input,
        writer,
        signal: abort.signal,
        resources,
        state,
        step,
        answered,
        memos,
        staged,
      });
      const result = await drive(
        runNode(node, event, context, definition.middleware ?? []),
        (logged) => writer.push(step, logged),
        abort.signal,
      );
      if (abort.signal.aborted) break;
      const end = settlementOf(result, input, step);
      if (end) {
        const cursor: Cursor<T> = { event, state, answered: null };
        for (const logged of end.events) writer.push(step, logged);
        writer.commit({ cursor, step, settlement: end.settlement }, [...staged.values()]);
        await writer.flush();
        return ended(end.settlement.status);
      }
      if (result.type !== "next") throw new Error(`Unexpected node result "${result.type}".`);
      event = result.event;
      answered = null;
      writer.commit({ cursor: structuredClone({ event, state, answered }), step }, [...staged.values()]);
    }
  } catch (error) {
    if (!abort.signal.aborted) {
      input.onError(error, run);
      const failure = definition.toRunError(error);
      writer.settleWithoutStep({ type: "run-failed", error: failure }, { status: "failed", error: failure });
      await writer.flush();
      return ended("failed");
    }
  } finally {
    clearInterval(heartbeat);
    input.stop.signal.removeEventListener("abort", onStop);
  }
  const { lastEvent, lastRecord } = await writer.drain();
  if (lost || refused) return ended("failed");
  return { type: "stopped", lastEvent, lastRecord, staged: [...staged.values()] };
}

function settlementOf<T extends WorkflowTypes>(result: NodeResult<T>, input: SegmentInput<T>, step: number) {
  switch (result.type) {
    case "wait": {
      const interrupt: Interrupt<T> = { id: input.createInterruptId(), ...result.wait, answers: {} };
      return {
        events: [{ type: "run-suspended" as const, interrupt }],
        settlement: { status: "suspended" as const, interrupt },
        step,
      };
    }
    case "stop":
      return {
        events: [{ type: "run-completed" as const }],
        settlement: {
          status: "completed" as const,
          retained: input.definition.retainCompletionUntilAcknowledged ?? false,
        },
        step,
      };
    case "fail":
      return {
        events: [{ type: "run-failed" as const, error: result.error }],
        settlement: { status: "failed" as const, error: result.error },
        step,
      };
    case "next":
      return null;
  }
}

/** Takes the generator's events until it ends; an abort ends it at its next event or wait. */
async function drive<T extends WorkflowTypes>(
  node: NodeRun<T>,
  push: (event: T["log"]) => void,
  signal: AbortSignal,
): Promise<NodeResult<T>> {
  for (;;) {
    const item = await node.next();
    if (item.done) return item.value;
    push(item.value);
    if (signal.aborted && signal.reason === "lost") {
      void node.return(undefined as never).catch(() => {});
      signal.throwIfAborted();
    }
  }
}

function runNode<T extends WorkflowTypes>(
  node: AnyNode<T>,
  event: T["event"],
  context: NodeContext<T>,
  middleware: Middleware<T>[],
): NodeRun<T> {
  // The node was found by the type of this very event, which the compiler cannot see.
  const run = () => (node as unknown as Node<T>).run(event as never, context);
  return middleware.reduceRight<() => NodeRun<T>>((inner, layer) => () => layer(event, context, inner), run)();
}

function createContext<T extends WorkflowTypes>(parts: {
  input: SegmentInput<T>;
  writer: SegmentWriter<T>;
  signal: AbortSignal;
  resources: T["resources"];
  state: T["state"];
  step: number;
  answered: Interrupt<T> | null;
  memos: Record<string, Memo>;
  staged: Map<string, T["record"]>;
}): NodeContext<T> {
  const { input, writer, signal, resources, state, step, answered, memos, staged } = parts;
  const { runId, key, attempt, data } = input.run;
  const numbered = (record: T["record"]): T["record"] => ({
    ...record,
    seq: record.seq > 0 ? record.seq : writer.nextRecord(),
    runId: record.runId || runId,
  });
  const settle = (memoKey: string, value: Json, records: T["record"][], events: T["log"][]) => {
    const saved = records.map(numbered);
    for (const event of events) writer.push(step, event);
    memos[memoKey] = { status: "done", value };
    writer.memo(memoKey, { status: "done", value }, saved);
    return saved;
  };
  return {
    ref: input.ref,
    run: { runId, key, attempt, data },
    step,
    state,
    resources,
    signal,
    answered,
    memos,
    stage: (record) => {
      const existing = staged.get(record.id);
      const saved = numbered(existing && record.seq === 0 ? { ...record, seq: existing.seq } : record);
      staged.set(saved.id, saved);
      return saved;
    },
    emit: (event) => writer.push(step, event),
    markStarted: async (keys) => {
      for (const memoKey of keys) {
        memos[memoKey] = { status: "started" };
        writer.memo(memoKey, { status: "started" });
      }
      await writer.flush();
      // Nothing may be executed by a process that no longer holds the run.
      signal.throwIfAborted();
    },
    settle,
    memoize: async <V extends Json>(memoKey: string, work: () => Promise<V>): Promise<V> => {
      const memo = memos[memoKey];
      // The value was stored by this very call under this key.
      if (memo?.status === "done") return memo.value as V;
      const value = await work();
      settle(memoKey, value, [], []);
      return value;
    },
  };
}
