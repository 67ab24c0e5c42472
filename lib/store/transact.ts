import type { AgentTypes } from "../agent/events";
import { AppError } from "../errors";
import type { Decision, RunChange, SnapshotNeeds, Snapshot as View } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { Database, Executor } from "./db/database";
import { isRetryable } from "./db/errors";
import { statement } from "./db/statement";
import { deleteThread } from "./delete-thread";
import { discardLog } from "./log";
import { changeStatement, guardThread, type ThreadGuard } from "./run-change";
import { readSnapshot, type Snapshot } from "./snapshot";
import { toTitle } from "./storable";
import { supersede } from "./supersede";

type AgentDecision<R> = Decision<AgentTypes, R>;
type Decide<R> = (snapshot: View<AgentTypes>) => AgentDecision<R>;

/** How often a decision is tried without a lock: read, decide, write if nothing has changed. */
const OPTIMISTIC_ATTEMPTS = 3;
const ATTEMPTS = 8;

/** The rows that a decision stands on have changed meanwhile. */
class OutOfDate extends Error {}

/**
 * Shows the thread to `decide` and stores what it decides, as if nothing else could happen in between: the write is
 * conditional on the versions that the decision saw, and a decision that comes too late is made again. Reading and
 * writing are one statement each in the usual case, and no connection waits for another. Only a decision that keeps
 * coming too late holds the thread's lock while it is made.
 *
 * @param decide is pure; it may be called several times, and its last answer counts
 * @throws AppError what `decide` throws; `stale` when the thread never stands still
 */
export async function transact<R>(
  database: Database,
  ref: ThreadRef,
  needs: SnapshotNeeds,
  decide: Decide<R>,
): Promise<R> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return attempt < OPTIMISTIC_ATTEMPTS
        ? await decideFreely(database, ref, needs, decide)
        : await decideLocked(database, ref, needs, decide);
    } catch (error) {
      if (!(error instanceof OutOfDate || isRetryable(error))) throw error;
    }
  }
  throw new AppError("stale", "The conversation is changing too quickly. Try again.");
}

async function decideFreely<R>(database: Database, ref: ThreadRef, needs: SnapshotNeeds, decide: Decide<R>) {
  const snapshot = await readSnapshot(database, ref, needs);
  const decision = decide(snapshot.view);
  const [change, ...others] = decision.changes;
  if (decision.reset || others.length > 0 || change?.discardAfter !== undefined || change?.supersedeRunIds) {
    await database.transaction((tx) => applyInOrder(tx, ref, snapshot, decision));
  } else if (change) {
    await applyChange(database, snapshot, change, toGuard(ref, snapshot, decision));
  }
  return decision.result;
}

function decideLocked<R>(database: Database, ref: ThreadRef, needs: SnapshotNeeds, decide: Decide<R>) {
  return database.transaction(async (tx) => {
    // One after the other: a statement sees what was committed before it began, not what it waited for.
    await tx.query(
      statement(
        "lock thread",
        (param) => `select pk from threads where id = ${param(ref.threadId, "text")} for update`,
      ),
    );
    await tx.query(
      statement(
        "lock run",
        (param) => `select 1 from runs join threads on threads.pk = runs.thread_pk
          where threads.id = ${param(ref.threadId, "text")} and status in ('running', 'suspended') for update of runs`,
      ),
    );
    const snapshot = await readSnapshot(tx, ref, needs);
    const decision = decide(snapshot.view);
    await applyInOrder(tx, ref, snapshot, decision);
    return decision.result;
  });
}

function toGuard(ref: ThreadRef, { thread }: Snapshot, decision: AgentDecision<unknown>): ThreadGuard {
  return thread ? { kind: "bump", ...thread } : { kind: "create", ref, title: toTitle(decision.title ?? "") };
}

/** Everything that a decision may ask for, inside a transaction. */
async function applyInOrder(tx: Executor, ref: ThreadRef, snapshot: Snapshot, decision: AgentDecision<unknown>) {
  if (decision.changes.length === 0 && !decision.reset) return;
  if (decision.reset && snapshot.thread === null) return;
  const guard = toGuard(ref, snapshot, decision);
  const [thread] = await tx.query<{ pk: number }>(statement("guard thread", (param) => guardThread(guard, param)));
  if (!thread) throw new OutOfDate();
  const { pk } = thread;
  if (decision.reset) return deleteThread(tx, pk);
  const changed = new Set<string>();
  for (const change of decision.changes) {
    const { runId } = change.run;
    if (change.discardAfter !== undefined) await discardLog(tx, pk, runId, change.discardAfter);
    if (change.supersedeRunIds) await supersede(tx, pk, change.supersedeRunIds, runId);
    // A run that this transaction has changed already has a version that the decision could not know.
    await applyChange(tx, snapshot, change, { kind: "held", pk }, changed.has(runId));
    changed.add(runId);
  }
}

async function applyChange(
  executor: Executor,
  snapshot: Snapshot,
  change: RunChange<AgentTypes>,
  guard: ThreadGuard,
  changedBefore = false,
): Promise<void> {
  const { runId } = change.run;
  const rowVersion = changedBefore ? null : (snapshot.rowVersions.get(runId) ?? null);
  const lastRecord = snapshot.view.run?.lastRecord ?? 0;
  const forget = finishedRuns(snapshot, change);
  const done = await executor.query(changeStatement({ change, guard, rowVersion, lastRecord, forget }));
  if (done.length === 0) throw new OutOfDate();
}

/** Runs that nobody will continue after this change, so that their memos may go. */
function finishedRuns({ view }: Snapshot, { run, insert }: RunChange<AgentTypes>): string[] {
  if (run.status === "completed" || run.status === "cancelled") return [run.runId];
  // A failed run keeps its memos for a recovery, until another run follows.
  return insert && view.run?.status === "failed" ? [view.run.runId] : [];
}
