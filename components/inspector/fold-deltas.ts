import type { LogFrame, Received, WireItem } from "./log-frame";

/** One row of the shown log: an event, or neighbouring deltas of one block. */
export interface LogRow {
  first: number;
  last: number;
  count: number;
  native: LogFrame;
  aiSdk: Received[];
  agUi: Received[];
}

/** Rows for events; with `fold`, neighbouring deltas of one block are one row with their joined text. */
export function toRows(items: readonly WireItem[], fold: boolean): LogRow[] {
  const rows: LogRow[] = [];
  for (const { number, native, aiSdk, agUi } of items) {
    const row = rows.at(-1);
    if (fold && row && isSameBlock(row.native, native)) {
      row.last = number;
      row.count += 1;
      row.native = { ...row.native, delta: deltaOf(row.native) + deltaOf(native) } as LogFrame;
      row.aiSdk.push(...aiSdk);
      row.agUi.push(...agUi);
    } else {
      rows.push({ first: number, last: number, count: 1, native, aiSdk: [...aiSdk], agUi: [...agUi] });
    }
  }
  return rows;
}

function isSameBlock(a: LogFrame, b: LogFrame): boolean {
  if (a.type !== b.type || a.runId !== b.runId || !a.type.endsWith("-delta")) return false;
  return blockOf(a) === blockOf(b);
}

function blockOf(frame: LogFrame): string {
  return "id" in frame ? frame.id : "callId" in frame ? frame.callId : "";
}

function deltaOf(frame: LogFrame): string {
  return "delta" in frame ? frame.delta : "";
}

/** What was received, by type with its count: `text-delta ×12`. */
export function toTally(received: readonly Received[]): { type: string; count: number }[] {
  const tally: { type: string; count: number }[] = [];
  for (const { type } of received) {
    const last = tally.at(-1);
    if (last?.type === type) last.count += 1;
    else tally.push({ type, count: 1 });
  }
  return tally;
}
