import type { AgentTypes, NumberedAgentEvent } from "../agent/events";
import type { LogPage } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { Executor } from "./db/database";
import { statement } from "./db/statement";
import { insertLog, type LogRow, selectLog, toEvents } from "./log-row";
import { pack } from "./packed-events";
import { type RunRow, selectRun, toRun } from "./run-row";
import { checkOwner, checkRef } from "./snapshot";

/** Rows read at once. A row holds one write's events or a finished run's; most pages need one statement. */
const ROWS_PER_STATEMENT = 128;

interface PageRow {
  owner_id: string;
  run: RunRow | null;
  log: LogRow[] | null;
}

/**
 * At most `limit` events after a number, and the latest run as it was when the first of them were read: an event that
 * is missing from the page was written after that.
 *
 * @throws AppError `not-found`
 */
export async function readLogPage(
  executor: Executor,
  ref: ThreadRef,
  after: number,
  limit: number,
): Promise<LogPage<AgentTypes>> {
  checkRef(ref);
  const page: LogPage<AgentTypes> = { events: [], run: null };
  const size = Math.min(limit, ROWS_PER_STATEMENT);
  for (let position = after, first = true; ; first = false) {
    const row = await readRows(executor, ref, position, size);
    if (!row) return page;
    if (first) page.run = row.run && toRun(row.run, ref.threadId);
    const rows = row.log ?? [];
    page.events.push(...rows.flatMap(toEvents).filter((event) => event.number > position));
    position = page.events.at(-1)?.number ?? position;
    if (page.events.length >= limit || rows.length < size) return { ...page, events: page.events.slice(0, limit) };
  }
}

async function readRows(executor: Executor, ref: ThreadRef, after: number, size: number): Promise<PageRow | null> {
  const [row] = await executor.query<PageRow>(
    statement("log page", (param) => {
      const later = `thread_pk = t.pk and last_number > ${param(after, "int")}`;
      return `select t.owner_id, row_to_json(run) as run, (${selectLog(later, param(size, "int"))}) as log
        from threads t left join lateral (${selectRun("t.pk")}) run on true
        where t.id = ${param(ref.threadId, "text")}`;
    }),
  );
  if (row) checkOwner(row, ref);
  return row ?? null;
}

/** Deletes a run's events above a number. */
export async function discardLog(tx: Executor, threadPk: number, runId: string, above: number): Promise<void> {
  const cut = await tx.query<{ row: LogRow }>(
    statement("discard log", (param) => {
      const number = param(above, "int");
      return `with gone as (
          delete from run_log where thread_pk = ${param(threadPk, "int")} and run_id = ${param(runId, "text")}
            and last_number > ${number} returning *)
        select row_to_json(gone) as row from gone where first_number <= ${number}`;
    }),
  );
  // One write may end a step and begin the next: what belongs to the first stays.
  const kept = cut.flatMap(({ row }) => toEvents(row)).filter((event) => event.number <= above);
  if (kept.length === 0) return;
  await tx.query(
    statement("keep log", (param) => {
      const owner = `with owner as (select ${param(threadPk, "int")} as thread_pk)`;
      return `${owner} ${insertLog(kept, runId, "owner", param)}`;
    }),
  );
}

/** Replaces the log of a run that has ended by a shorter one, in one packed row. Leaves a run alone that goes on. */
export async function compactLog(
  executor: Executor,
  runId: string,
  shorten: (events: NumberedAgentEvent[]) => NumberedAgentEvent[],
): Promise<void> {
  const [found] = await executor.query<{ row_version: string; log: LogRow[] | null }>(
    statement("log to compact", (param) => {
      const own = "thread_pk = runs.thread_pk and run_id = runs.id and last_number > runs.first_event";
      return `select xmin::text as row_version, (${selectLog(own, "all")}) as log
        from runs where id = ${param(runId, "text")} and status in ('completed', 'failed', 'cancelled')`;
    }),
  );
  const rows = found?.log ?? [];
  const events = rows.flatMap(toEvents);
  const last = events.at(-1);
  if (!found || !last) return;
  const short = shorten(events);
  if (rows.length === 1 && short.length === events.length) return;
  await executor.query(
    statement("compact log", (param) => {
      const id = param(runId, "text");
      // Renewing the row keeps a recovery, or the same work in another process, from happening in between.
      const owner = `update runs set v = v where id = ${id} and xmin = ${param(found.row_version, "text")}::xid
        returning thread_pk`;
      const gone = `delete from run_log using owner where run_log.thread_pk = owner.thread_pk and run_id = ${id}
        and last_number <= ${param(last.number, "int")} returning 1`;
      const freed = "select owner.thread_pk from owner, (select count(*) from gone) as all_of_them";
      const replace = short.length > 0 ? insertLog(short, runId, "freed", param, pack) : "select 1 from freed";
      return `with owner as (${owner}), gone as (${gone}), freed as (${freed}) ${replace}`;
    }),
  );
}
