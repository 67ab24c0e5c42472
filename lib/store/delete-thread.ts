import type { Executor } from "./db/database";
import { statement } from "./db/statement";

/** Deletes a thread and everything in it. */
export async function deleteThread(tx: Executor, pk: number): Promise<void> {
  // The runs first and alone: this waits for writes under way, whose rows only a later statement can see.
  const runs = await tx.query<{ id: string }>(
    statement("delete runs", (param) => `delete from runs where thread_pk = ${param(pk, "int")} returning id`),
  );
  const ids = runs.map((run) => run.id);
  await tx.query(
    statement(
      "delete thread",
      (param) => `with thread as (delete from threads where pk = ${param(pk, "int")} returning pk),
        forgotten as (delete from memos where run_id = any(${param(ids, "text[]")})),
        unsaid as (delete from messages using thread where thread_pk = thread.pk)
        delete from run_log using thread where thread_pk = thread.pk`,
    ),
  );
}
