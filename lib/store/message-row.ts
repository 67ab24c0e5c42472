import type { Message, Role } from "../agent/messages";
import { type Param, toJsonParam } from "./db/statement";
import { checkVersion, readBlocks } from "./shapes";
import { checkId } from "./storable";

/** A row of `messages` inside JSON. */
export interface MessageRow {
  created_at: string;
  seq: number;
  step: number;
  v: number;
  id: string;
  run_id: string;
  role: Role;
  call_id: string | null;
  blocks: unknown;
  /** These three are left out where all rows are the model's context, and so have the same. */
  in_context?: boolean;
  archived?: boolean;
  superseded_by?: string | null;
}

const COLUMNS =
  "created_at, seq, step, v, in_context, archived, id, run_id, role, call_id, superseded_by, blocks" as const;

/** Messages that fulfil `where`, in order, as one JSON array (`null` when there are none). */
export function selectMessages(where: string, columns: string = COLUMNS): string {
  return `select json_agg(m order by m.seq) from (select ${columns} from messages where ${where}) m`;
}

/** The newest `limit` messages of the thread `owner` that the model is shown, in order, as {@link selectMessages} does. */
export function selectContext(owner: string, limit: string): string {
  const shown = "in_context and not archived and superseded_by is null";
  return selectMessages(
    `thread_pk = ${owner} and ${shown} order by seq desc limit ${limit}`,
    "created_at, seq, step, v, id, run_id, role, call_id, blocks",
  );
}

/** A time as JSON has it, as ISO 8601 in UTC; nearly always it is that already, and a context has hundreds of them. */
function toIso(instant: string): string {
  return instant.length === 29 && instant.endsWith("+00:00")
    ? `${instant.slice(0, 23)}Z`
    : new Date(instant).toISOString();
}

/** @throws StoredShapeError */
export function toMessage(row: MessageRow): Message {
  const what = `Message ${row.id}`;
  checkVersion(row.v, what);
  return {
    v: 1,
    id: row.id,
    seq: row.seq,
    runId: row.run_id,
    role: row.role,
    step: row.step,
    blocks: readBlocks(row.blocks, what),
    callId: row.call_id,
    inContext: row.in_context ?? true,
    supersededBy: row.superseded_by ?? null,
    archived: row.archived ?? false,
    createdAt: toIso(row.created_at),
  };
}

export function toMessages(rows: MessageRow[] | null | undefined): Message[] {
  return (rows ?? []).map(toMessage);
}

/**
 * A data-modifying query that upserts messages by id. `owner` is the query that yields the thread's `thread_pk`, in one
 * row, or in none when nothing shall be written.
 *
 * @throws AppError `invalid-input` for an id that cannot be stored
 */
export function upsertMessages(records: Message[], owner: string, param: Param): string {
  // One statement cannot change a row twice: of several versions staged together the last one counts.
  const latest = [...new Map(records.map((record) => [record.id, record])).values()];
  for (const record of latest) {
    checkId(record.id, "message id");
    if (record.callId !== null) checkId(record.callId, "call id");
  }
  const column = <T>(type: string, of: (record: Message) => T) => param(latest.map(of), `${type}[]`);
  return `insert into messages (thread_pk, ${COLUMNS})
    select ${owner}.thread_pk, x.* from ${owner}, unnest(
      ${column("timestamptz", (record) => record.createdAt)},
      ${column("int", (record) => record.seq)},
      ${column("int", (record) => record.step)},
      ${column("smallint", (record) => record.v)},
      ${column("boolean", (record) => record.inContext)},
      ${column("boolean", (record) => record.archived)},
      ${column("text", (record) => record.id)},
      ${column("text", (record) => record.runId)},
      ${column("text", (record) => record.role)},
      ${column("text", (record) => record.callId)},
      ${column("text", (record) => record.supersededBy)},
      ${column("json", (record) => toJsonParam(record.blocks))}
    ) as x
    on conflict (thread_pk, id) do update set
      seq = excluded.seq, step = excluded.step, v = excluded.v, in_context = excluded.in_context,
      archived = excluded.archived, run_id = excluded.run_id, role = excluded.role, call_id = excluded.call_id,
      superseded_by = excluded.superseded_by, blocks = excluded.blocks`;
}
