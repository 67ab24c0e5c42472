import { and, eq } from "drizzle-orm";
import type { ThreadSummary } from "../agent/store";
import { AppError } from "../errors";
import type { ThreadRef } from "../workflow/types";
import type { Database, Executor } from "./db/database";
import { threads } from "./db/schema";
import { statement } from "./db/statement";
import { type RunRow, selectRun, toRun } from "./run-row";
import { checkRef } from "./snapshot";
import { checkId, toTitle } from "./storable";

/** The owner's threads with their latest runs, the most recently active first. */
export async function listThreads(executor: Executor, ownerId: string): Promise<ThreadSummary[]> {
  checkId(ownerId, "owner id");
  const rows = await executor.query<{ id: string; title: string; updated_at: string; run: RunRow | null }>(
    statement(
      "threads",
      (param) => `select t.id, t.title, to_json(t.updated_at) as updated_at, row_to_json(run) as run
        from threads t left join lateral (${selectRun("t.pk")}) run on true
        where t.owner_id = ${param(ownerId, "text")} order by t.updated_at desc, t.pk desc`,
    ),
  );
  return rows.map(({ id, title, updated_at, run }) => ({
    threadId: id,
    title,
    updatedAt: new Date(updated_at).toISOString(),
    run: run && toRun(run, id),
  }));
}

/** @throws AppError `not-found` */
export async function renameThread({ orm }: Database, ref: ThreadRef, title: string): Promise<void> {
  checkRef(ref);
  const renamed = await orm
    .update(threads)
    .set({ title: toTitle(title) })
    .where(and(eq(threads.id, ref.threadId), eq(threads.ownerId, ref.ownerId)))
    .returning({ pk: threads.pk });
  if (renamed.length === 0) throw new AppError("not-found", "There is no such thread.");
}
