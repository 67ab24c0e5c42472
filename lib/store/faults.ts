import type { ThreadRef } from "../workflow/types";
import type { OpenDatabase } from "./db/database";
import { statement } from "./db/statement";
import { reach } from "./reach";
import { checkOwner, checkRef } from "./snapshot";

/** Damage done on purpose, to see what a run survives. */
export interface Faults {
  /**
   * Leaves a running run as a process would that had claimed it and then died: with a higher attempt, so that the
   * process which executes it can write nothing more, and with its last sign of life `seconds` ago. `null`: nothing is
   * running.
   *
   * @throws AppError `not-found`
   */
  forsake(ref: ThreadRef, seconds: number): Promise<{ runId: string; attempt: number } | null>;
}

export function createFaults(openDatabase: OpenDatabase): Faults {
  return {
    forsake: (ref, seconds) =>
      reach(openDatabase, async (database) => {
        checkRef(ref);
        const [row] = await database.query<{ owner_id: string; run_id: string | null; attempt: number | null }>(
          statement("forsake run", (param) => {
            const owner = param(ref.ownerId, "text");
            return `with thread as (select pk, owner_id from threads where id = ${param(ref.threadId, "text")}),
              forsaken as (
                update runs set attempt = attempt + 1,
                  heartbeat_at = clock_timestamp() - make_interval(secs => ${param(seconds, "float8")})
                from thread where runs.thread_pk = thread.pk and thread.owner_id = ${owner}
                  and runs.status = 'running' returning runs.id, runs.attempt)
              select owner_id, forsaken.id as run_id, forsaken.attempt from thread left join forsaken on true`;
          }),
        );
        if (!row) return null;
        checkOwner(row, ref);
        return row.run_id === null || row.attempt === null ? null : { runId: row.run_id, attempt: row.attempt };
      }),
  };
}
