import type { AgentTypes } from "../agent/events";
import { AppError } from "../errors";
import type { SnapshotNeeds, Snapshot as View } from "../workflow/store";
import type { Memo, ThreadRef } from "../workflow/types";
import type { Executor, Statement } from "./db/database";
import { statement } from "./db/statement";
import { type MessageRow, selectContext, selectMessages, toMessages } from "./message-row";
import { type RunRow, selectRun, toRun } from "./run-row";
import { checkId, isStorableId } from "./storable";

/** What a decision is made on, and the versions of the rows that it stands on. */
export interface Snapshot {
  view: View<AgentTypes>;
  /** `null`: the thread does not exist. */
  thread: { pk: number; version: number } | null;
  /** Versions of the runs in `view`, by run id. */
  rowVersions: Map<string, string>;
}

interface SnapshotRow {
  pk: number;
  version: number;
  owner_id: string;
  title: string;
  run: RunRow | null;
  keyed?: RunRow | null;
  taken?: string[] | null;
  records?: MessageRow[] | null;
  memos?: { key: string; status: Memo["status"]; value: unknown }[] | null;
  context?: MessageRow[] | null;
}

/** @throws AppError `not-found` when the thread belongs to somebody else */
export function checkOwner(row: { owner_id: string }, ref: ThreadRef): void {
  if (row.owner_id !== ref.ownerId) throw new AppError("not-found", "There is no such thread.");
}

/** @throws AppError `invalid-input` for ids that cannot be stored */
export function checkRef(ref: ThreadRef): void {
  checkId(ref.threadId, "thread id");
  checkId(ref.ownerId, "owner id");
}

/** Everything that was asked for in one statement, hence as of one moment. */
function snapshotStatement(ref: ThreadRef, needs: SnapshotNeeds): Statement {
  const { key, ids, latest, context } = needs;
  return statement("snapshot", (param) => {
    const columns = ["t.pk", "t.version", "t.owner_id", "t.title", "row_to_json(run) as run"];
    if (key !== undefined) {
      columns.push(`(select row_to_json(k) from (${selectRun("t.pk", `key = ${param(key, "text")}`)}) k) as keyed`);
    }
    if (ids) {
      const given = param(ids.filter(isStorableId), "text[]");
      columns.push(`(select json_agg(id) from messages where thread_pk = t.pk and id = any(${given})) as taken`);
    }
    if (latest) {
      const own = "(run_id = run.id and seq > run.first_record or id = run.key) and superseded_by is null";
      columns.push(`(${selectMessages(`thread_pk = t.pk and ${own}`)}) as records`);
      columns.push("(select json_agg(m) from (select key, status, value from memos where run_id = run.id) m) as memos");
    }
    if (context) columns.push(`(${selectContext("t.pk", param(context, "int"))}) as context`);
    return `select ${columns.join(", ")} from threads t left join lateral (${selectRun("t.pk")}) run on true
      where t.id = ${param(ref.threadId, "text")}`;
  });
}

/**
 * @throws AppError `not-found`, `invalid-input`
 * @throws StoredShapeError
 */
export async function readSnapshot(executor: Executor, ref: ThreadRef, needs: SnapshotNeeds): Promise<Snapshot> {
  checkRef(ref);
  if (needs.key !== undefined) checkId(needs.key, "key");
  const [row] = await executor.query<SnapshotRow>(snapshotStatement(ref, needs));
  if (!row) {
    const view = { thread: null, run: null, keyed: null, taken: [], records: [], memos: {}, context: [] };
    return { view, thread: null, rowVersions: new Map() };
  }
  checkOwner(row, ref);
  const rows = [row.run, row.keyed].filter((run) => run != null);
  return {
    view: {
      thread: { threadId: ref.threadId, title: row.title },
      run: row.run && toRun(row.run, ref.threadId),
      keyed: row.keyed ? toRun(row.keyed, ref.threadId) : null,
      taken: row.taken ?? [],
      records: toMessages(row.records),
      memos: Object.fromEntries((row.memos ?? []).map((memo) => [memo.key, toMemo(memo)])),
      context: toMessages(row.context),
    },
    thread: { pk: row.pk, version: row.version },
    rowVersions: new Map(rows.map((run) => [run.id, run.row_version])),
  };
}

function toMemo({ status, value }: { status: Memo["status"]; value: unknown }): Memo {
  return status === "done" ? { status, value: value as Extract<Memo, { status: "done" }>["value"] } : { status };
}
