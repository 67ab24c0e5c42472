import type { AgentLogEvent, NumberedAgentEvent } from "../agent/events";
import { StoredShapeError } from "./db/errors";
import { type Param, toJsonParam } from "./db/statement";
import { unpack } from "./packed-events";
import { checkVersion, STORED_VERSION } from "./shapes";

/** A row of `run_log` inside JSON: the events of one write. */
export interface LogRow {
  first_number: number;
  step: number;
  v: number;
  run_id: string;
  events: unknown;
}

const COLUMNS = "first_number, step, v, run_id, events" as const;

/** Rows that fulfil `where`, the oldest first, as one JSON array (`null` when there are none). */
export function selectLog(where: string, limit: string): string {
  return `select json_agg(l order by l.last_number) from (
    select last_number, ${COLUMNS} from run_log where ${where} order by last_number limit ${limit}) l`;
}

/**
 * Events as they are stored: each has the number after its predecessor's and the same step, unless `[number, step]`
 * before it says otherwise. The row itself says so for the first. `[number, step, at]` gives the event its time as well.
 */
export function encodeEvents(events: NumberedAgentEvent[]): unknown[] {
  const encoded: unknown[] = [];
  let { number, step } = events[0] ?? { number: 0, step: 0 };
  for (const entry of events) {
    if (entry.at !== undefined) encoded.push([entry.number, entry.step, entry.at]);
    else if (entry.number !== number || entry.step !== step) encoded.push([entry.number, entry.step]);
    encoded.push(entry.event);
    number = entry.number + 1;
    step = entry.step;
  }
  return encoded;
}

/** @throws StoredShapeError */
export function toEvents(row: LogRow): NumberedAgentEvent[] {
  const what = `Log of run ${row.run_id} from ${row.first_number}`;
  checkVersion(row.v, what);
  const events: NumberedAgentEvent[] = [];
  let { first_number: number, step } = row;
  let at: number | undefined;
  for (const entry of readEntries(row.events, what)) {
    if (isPosition(entry)) [number, step, at] = entry;
    else if (isEvent(entry)) {
      events.push({ number: number++, runId: row.run_id, step, event: entry, ...(at !== undefined && { at }) });
      at = undefined;
    } else throw new StoredShapeError(what, `events: neither an event nor a position: ${typeof entry}`);
  }
  return events;
}

function readEntries(stored: unknown, what: string): unknown[] {
  let entries: unknown;
  try {
    entries = unpack(stored);
  } catch (error) {
    throw new StoredShapeError(what, `events: ${error instanceof Error ? error.message : "not packed as expected"}`);
  }
  if (!Array.isArray(entries)) throw new StoredShapeError(what, "events: expected an array");
  return entries;
}

function isPosition(entry: unknown): entry is [number, number, number?] {
  if (!Array.isArray(entry)) return false;
  const [number, step, at] = entry;
  return Number.isInteger(number) && Number.isInteger(step) && (at === undefined || Number.isFinite(at));
}

function isEvent(entry: unknown): entry is AgentLogEvent {
  return typeof entry === "object" && entry !== null && "type" in entry && typeof entry.type === "string";
}

/**
 * A data-modifying query that stores events of one run as one row. `owner` as in `upsertMessages`.
 *
 * @param shape how the encoded events are stored: as they are, or packed
 */
export function insertLog(
  events: NumberedAgentEvent[],
  runId: string,
  owner: string,
  param: Param,
  shape: (encoded: unknown[]) => unknown = (encoded) => encoded,
): string {
  const first = events[0];
  const last = events.at(-1);
  if (!first || !last) throw new Error("A log row has at least one event.");
  return `insert into run_log (thread_pk, last_number, ${COLUMNS})
    select ${owner}.thread_pk, ${param(last.number, "int")}, ${param(first.number, "int")}, ${param(first.step, "int")},
      ${STORED_VERSION}, ${param(runId, "text")}, ${param(toJsonParam(shape(encodeEvents(events))), "json")}
    from ${owner}`;
}
