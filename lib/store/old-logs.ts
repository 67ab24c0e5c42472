import type { Executor } from "./db/database";
import { statement } from "./db/statement";

/** Deletes the logs of at most `limit` runs that ended more than `days` days ago. Returns how many runs had one. */
export async function deleteOldLogs(executor: Executor, days: number, limit: number): Promise<number> {
  const [row] = await executor.query<{ deleted: number }>(
    statement("delete old logs", (param) => {
      const until = `clock_timestamp() - make_interval(secs => ${param(days * 86_400, "float8")})`;
      // From the log, which is short where this was done before, and not from the runs, which are kept. A run that
      // somebody recovers meanwhile is passed over: its row is locked, and afterwards it has not ended.
      const due = `select run.id, run.thread_pk from runs run
        where run.status in ('completed', 'failed', 'cancelled') and run.ended_at < ${until}
          and run.id in (select run_id from run_log)
        limit ${param(limit, "int")} for update skip locked`;
      const gone = `delete from run_log using due
        where run_log.thread_pk = due.thread_pk and run_log.run_id = due.id returning run_log.run_id`;
      return `with due as materialized (${due}), gone as (${gone})
        select count(distinct run_id)::int as deleted from gone`;
    }),
  );
  return row?.deleted ?? 0;
}
