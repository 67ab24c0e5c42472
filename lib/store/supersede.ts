import type { Executor } from "./db/database";
import { statement } from "./db/statement";

/**
 * Marks what the runs `runIds` wrote as replaced by `byRunId`; questions stay. A run that replaces its own messages is
 * being recovered: only those count as void that never came into the model's history.
 */
export async function supersede(tx: Executor, threadPk: number, runIds: string[], byRunId: string): Promise<void> {
  await tx.query(
    statement("supersede", (param) => {
      const by = param(byRunId, "text");
      return `update messages set superseded_by = ${by} from runs
        where runs.id = any(${param(runIds, "text[]")}) and runs.thread_pk = ${param(threadPk, "int")}
          and messages.thread_pk = runs.thread_pk and messages.seq > runs.first_record and messages.run_id = runs.id
          and role <> 'user' and superseded_by is null and (runs.id <> ${by} or not in_context)`;
    }),
  );
}
