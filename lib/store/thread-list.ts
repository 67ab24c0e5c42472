import { and, eq } from "drizzle-orm";
import type { ThreadQuery, ThreadSummary } from "../agent/store";
import { AppError } from "../errors";
import type { ThreadRef } from "../workflow/types";
import type { Database, Executor } from "./db/database";
import { threads } from "./db/schema";
import { statement } from "./db/statement";
import { type RunRow, selectRun, toRun } from "./run-row";
import { checkRef } from "./snapshot";
import { checkId, toTitle } from "./storable";

interface ListedRow {
  id: string;
  title: string;
  updated_at: string;
  /** Place in the list, from 1, and how many there are. */
  place: number;
  total: number;
  run: RunRow | null;
}

/** The owner's threads with their latest runs, the most recently active first. */
export async function listThreads(
  executor: Executor,
  ownerId: string,
  { search, limit, suspended }: ThreadQuery = {},
): Promise<{ threads: ThreadSummary[]; more: boolean }> {
  checkId(ownerId, "owner id");
  const rows = await executor.query<ListedRow>(
    statement("threads", (param) => {
      const hasRun = (condition: string) => `exists (select from runs where thread_pk = t.pk and ${condition})`;
      const found = [`owner_id = ${param(ownerId, "text")}`];
      if (search) found.push(`position(lower(${param(search, "text")}) in lower(title)) > 0`);
      const shown: string[] = [];
      if (suspended) shown.push(hasRun("status = 'suspended'"));
      if (limit !== undefined)
        shown.push(`(t.place <= ${param(limit, "int")} or ${hasRun("status in ('running', 'suspended')")})`);
      return `select t.id, t.title, to_json(t.updated_at) as updated_at, t.place, t.total, row_to_json(run) as run
        from (select *, row_number() over (order by updated_at desc, pk desc)::int as place, count(*) over ()::int as total
          from threads where ${found.join(" and ")}) t
        left join lateral (${selectRun("t.pk")}) run on true
        ${shown.length > 0 ? `where ${shown.join(" and ")}` : ""} order by t.place`;
    }),
  );
  return {
    threads: rows.map(({ id, title, updated_at, run }) => ({
      threadId: id,
      title,
      updatedAt: new Date(updated_at).toISOString(),
      run: run && toRun(run, id),
    })),
    more: limit !== undefined && rows.length < (rows[0]?.total ?? 0),
  };
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
