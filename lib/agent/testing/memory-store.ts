import { AppError } from "../../errors";
import type {
  Decision,
  LogPage,
  SegmentRef,
  SegmentWrite,
  Snapshot,
  SnapshotNeeds,
  WriteResult,
} from "../../workflow/store";
import { complete, fail, suspend } from "../../workflow/transitions";
import { isLive, type Memo, type NumberedEvent, type Run, type RunningRun, type ThreadRef } from "../../workflow/types";
import type { AgentRun, AgentTypes, NumberedAgentEvent } from "../events";
import { type Message, outcomesByCall, toolCalls } from "../messages";
import type { AgentStore } from "../store";

interface ThreadRow {
  ownerId: string;
  title: string;
  runs: { run: AgentRun; heartbeat: number }[];
  messages: Map<string, Message>;
  log: NumberedAgentEvent[];
  memos: Map<string, Record<string, Memo>>;
}

/** Calls made on a {@link MemoryStore}, so that tests can count them or fail one. */
export type StoreCall = { method: "transact" | "write" | "read" | "readLog"; settles: boolean };

/**
 * An {@link AgentStore} in memory with the semantics of the durable ones, for tests of what stands above it. Values
 * are cloned in and out, so that nothing shared hides a missing write.
 */
export class MemoryStore implements AgentStore {
  readonly calls: StoreCall[] = [];
  /** Called before each method does its work; a throw is a crash before the commit. */
  before: (call: StoreCall) => void | Promise<void> = () => {};
  /** Called after the commit; a throw is a crash before the answer. */
  after: (call: StoreCall) => void | Promise<void> = () => {};
  private readonly rows = new Map<string, ThreadRow>();
  private queue: Promise<unknown> = Promise.resolve();
  private readonly settings = new Map<string, string>();

  transact<R>(
    ref: ThreadRef,
    needs: SnapshotNeeds,
    decide: (snapshot: Snapshot<AgentTypes>) => Decision<AgentTypes, R>,
  ): Promise<R> {
    return this.step({ method: "transact", settles: false }, () => {
      const decision = decide(this.snapshot(ref, needs));
      if (decision.reset) this.rows.delete(ref.threadId);
      if (decision.changes.length > 0) this.apply(ref, decision);
      return structuredClone(decision.result);
    });
  }

  read(ref: ThreadRef, needs: SnapshotNeeds): Promise<Snapshot<AgentTypes>> {
    return this.step({ method: "read", settles: false }, () => this.snapshot(ref, needs));
  }

  write(segment: SegmentRef, write: SegmentWrite<AgentTypes>): Promise<WriteResult> {
    return this.step({ method: "write", settles: write.commit?.settlement !== undefined }, () => {
      const row = this.rows.get(segment.threadId);
      const entry = row?.runs.find(({ run }) => run.runId === segment.runId);
      if (!row || !entry || entry.run.attempt !== segment.attempt) return { kind: "lost" };
      if (entry.run.status !== "running") return isRepeat(entry.run, write);
      const run: RunningRun<AgentTypes> = { ...entry.run, lastEvent: write.lastEvent, lastRecord: write.lastRecord };
      const stored = row.log.at(-1)?.number ?? 0;
      saveMessages(row, write.records);
      row.log.push(...structuredClone(write.events.filter((event) => event.number > stored)));
      row.memos.set(run.runId, { ...row.memos.get(run.runId), ...structuredClone(write.memos) });
      entry.heartbeat = Date.now();
      if (write.commit) {
        const { cursor, step, committedEvent } = structuredClone(write.commit);
        Object.assign(run, { cursor, step, committedEvent });
      }
      entry.run = settle(run, write);
      if (entry.run.status === "completed") row.memos.delete(run.runId);
      return { kind: "written", stopRequested: run.stopRequested };
    });
  }

  readLog(ref: ThreadRef, after: number, limit: number): Promise<LogPage<AgentTypes>> {
    return this.step({ method: "readLog", settles: false }, () => {
      const row = this.owned(ref);
      const events = row?.log.filter((event) => event.number > after).slice(0, limit) ?? [];
      return structuredClone({ events, run: row ? this.latest(row) : null });
    });
  }

  async requestStop(ref: ThreadRef, runId: string): Promise<boolean> {
    const entry = this.owned(ref)?.runs.find(({ run }) => run.runId === runId);
    if (entry?.run.status !== "running") return false;
    entry.run.stopRequested = true;
    return true;
  }

  async compact(
    run: { threadId: string; runId: string },
    shorten: (events: NumberedEvent<AgentTypes>[]) => NumberedEvent<AgentTypes>[],
  ): Promise<void> {
    const row = this.rows.get(run.threadId);
    if (!row) return;
    const short = shorten(row.log.filter((event) => event.runId === run.runId));
    row.log = [...row.log.filter((event) => event.runId !== run.runId), ...short].sort((a, b) => a.number - b.number);
  }

  async deleteOldLogs(days: number, limit: number): Promise<number> {
    let deleted = 0;
    for (const row of this.rows.values()) {
      for (const { run } of row.runs) {
        if (deleted === limit || !("endedAt" in run) || Date.now() - Date.parse(run.endedAt) <= days * 86_400_000)
          continue;
        const kept = row.log.filter((event) => event.runId !== run.runId);
        if (kept.length < row.log.length) deleted++;
        row.log = kept;
      }
    }
    return deleted;
  }

  async setting(name: string, make: () => string): Promise<string> {
    const value = this.settings.get(name) ?? make();
    this.settings.set(name, value);
    return value;
  }

  async loadAll(ref: ThreadRef, page: { limit?: number; before?: string } = {}) {
    const row = this.owned(ref);
    const all = row
      ? [...row.messages.values()].filter((message) => !message.supersededBy).sort((a, b) => a.seq - b.seq)
      : [];
    const end = page.before ? all.findIndex((message) => message.id === page.before) : all.length;
    const start = Math.max(0, end - (page.limit ?? 50));
    return { messages: structuredClone(all.slice(start, Math.max(end, 0))), more: start > 0 };
  }

  async outcomes(ref: ThreadRef, callIds: string[]) {
    const row = this.owned(ref);
    const outcomes = outcomesByCall([...(row?.messages.values() ?? [])].filter((message) => !message.supersededBy));
    return Object.fromEntries([...outcomes].filter(([callId]) => callIds.includes(callId)));
  }

  async usedCallIds(ref: ThreadRef, callIds: string[]) {
    const messages = [...(this.owned(ref)?.messages.values() ?? [])];
    const used = new Set(
      messages.flatMap((message) => [message.callId, ...toolCalls(message).map((call) => call.callId)]),
    );
    return callIds.filter((callId) => used.has(callId));
  }

  async threads(ownerId: string) {
    const threads = [...this.rows]
      .filter(([, row]) => row.ownerId === ownerId)
      .map(([threadId, row]) => ({
        threadId,
        title: row.title,
        updatedAt: new Date().toISOString(),
        run: this.latest(row),
      }));
    return { threads, more: false };
  }

  async rename(ref: ThreadRef, title: string): Promise<void> {
    const row = this.owned(ref);
    if (row) row.title = title;
  }

  /** Makes the thread's running run look silent for so many seconds. */
  age(threadId: string, seconds: number): void {
    const entry = this.rows.get(threadId)?.runs.at(-1);
    if (entry) entry.heartbeat -= seconds * 1000;
  }

  /** Every run of the thread, the oldest first. */
  runs(threadId: string): AgentRun[] {
    return (this.rows.get(threadId)?.runs ?? []).map(read);
  }

  /** What server tools have begun and done in the thread's latest run. */
  memos(threadId: string): Record<string, Memo> {
    const row = this.rows.get(threadId);
    return row?.memos.get(row.runs.at(-1)?.run.runId ?? "") ?? {};
  }

  /** Every message of the thread, superseded ones included. */
  messages(threadId: string): Message[] {
    return [...(this.rows.get(threadId)?.messages.values() ?? [])].sort((a, b) => a.seq - b.seq);
  }

  log(threadId: string): NumberedAgentEvent[] {
    return this.rows.get(threadId)?.log ?? [];
  }

  private async step<R>(call: StoreCall, work: () => R): Promise<R> {
    const turn = this.queue.then(async () => {
      this.calls.push(call);
      await this.before(call);
      const result = work();
      await this.after(call);
      return result;
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  private owned(ref: ThreadRef): ThreadRow | undefined {
    const row = this.rows.get(ref.threadId);
    if (row && row.ownerId !== ref.ownerId) throw new AppError("not-found", "There is no such thread.");
    return row;
  }

  private latest(row: ThreadRow): AgentRun | null {
    const entry = row.runs.at(-1);
    return entry ? read(entry) : null;
  }

  private snapshot(ref: ThreadRef, needs: SnapshotNeeds): Snapshot<AgentTypes> {
    const row = this.owned(ref);
    const messages = [...(row?.messages.values() ?? [])].sort((a, b) => a.seq - b.seq);
    const run = row ? this.latest(row) : null;
    const keyed = needs.key ? row?.runs.filter((entry) => entry.run.key === needs.key).at(-1) : undefined;
    return structuredClone({
      thread: row ? { threadId: ref.threadId, title: row.title } : null,
      run,
      keyed: keyed ? read(keyed) : null,
      taken: (needs.ids ?? []).filter((id) => row?.messages.has(id)),
      records:
        needs.latest && run
          ? messages.filter(
              (message) => !message.supersededBy && (message.runId === run.runId || message.id === run.key),
            )
          : [],
      memos: (needs.latest && run && row?.memos.get(run.runId)) || {},
      context: needs.context
        ? messages
            .filter((message) => message.inContext && !message.archived && !message.supersededBy)
            .slice(-needs.context)
        : [],
    });
  }

  private apply(ref: ThreadRef, decision: Decision<AgentTypes, unknown>): void {
    const row: ThreadRow = this.rows.get(ref.threadId) ?? {
      ownerId: ref.ownerId,
      title: decision.title ?? "",
      runs: [],
      messages: new Map(),
      log: [],
      memos: new Map(),
    };
    this.rows.set(ref.threadId, row);
    for (const change of structuredClone(decision.changes)) {
      const { run } = change;
      if (change.discardAfter !== undefined) {
        const { discardAfter } = change;
        row.log = row.log.filter((event) => event.runId !== run.runId || event.number <= discardAfter);
      }
      for (const id of change.supersedeRunIds ?? []) {
        for (const message of row.messages.values()) {
          if (message.runId !== id || message.role === "user") continue;
          if (id !== run.runId || !message.inContext) message.supersededBy = run.runId;
        }
      }
      const entry = row.runs.find((candidate) => candidate.run.runId === run.runId);
      if (!entry && isLive<AgentTypes>(run) && row.runs.some((other) => isLive(other.run)))
        throw new AppError("stale", "Another run is live.");
      const previous = row.runs.at(-1)?.run;
      if (entry) Object.assign(entry, { run, heartbeat: Date.now() });
      else row.runs.push({ run, heartbeat: Date.now() });
      if (run.status === "completed" || run.status === "cancelled") row.memos.delete(run.runId);
      // A failed run keeps its memos for a recovery, until another run follows.
      if (!entry && previous?.status === "failed") row.memos.delete(previous.runId);
      saveMessages(row, change.records);
      row.log.push(...change.events);
    }
  }
}

/** Upserts by id. A number in the thread, and a call's result, exist once: the database has unique indexes for them. */
function saveMessages(row: ThreadRow, records: Message[]): void {
  const messages = new Map(row.messages);
  for (const record of structuredClone(records)) messages.set(record.id, record);
  const taken = new Set<string>();
  for (const { seq, callId, supersededBy } of messages.values()) {
    for (const key of [`seq ${seq}`, ...(callId !== null && supersededBy === null ? [`call ${callId}`] : [])]) {
      if (taken.has(key)) throw new Error(`Two messages of the thread have the ${key}.`);
      taken.add(key);
    }
  }
  row.messages = messages;
}

/** A settlement that is stored again because its answer was lost is still this segment's own. */
function isRepeat(run: AgentRun, write: SegmentWrite<AgentTypes>): WriteResult {
  const isOwn = write.commit?.settlement?.status === run.status && write.lastEvent === run.lastEvent;
  return isOwn ? { kind: "written", stopRequested: false } : { kind: "lost" };
}

function read({ run, heartbeat }: ThreadRow["runs"][number]): AgentRun {
  return run.status === "running" ? { ...run, silentSeconds: (Date.now() - heartbeat) / 1000 } : run;
}

function settle(run: RunningRun<AgentTypes>, write: SegmentWrite<AgentTypes>): Run<AgentTypes> {
  const settlement = write.commit?.settlement;
  const now = new Date().toISOString();
  switch (settlement?.status) {
    case "suspended":
      return suspend(run, structuredClone(settlement.interrupt));
    case "completed":
      return complete(run, now, settlement.retained);
    case "failed":
      return fail(run, settlement.error, now);
    default:
      return run;
  }
}
