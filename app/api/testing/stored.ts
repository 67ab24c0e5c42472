import { database } from "@/lib/server/database";

/**
 * A finished run's log is shortened some seconds after its end: that renews the
 * run's row and replaces those of its log, so these two are looked at by what they say.
 */
const STORED = `select concat_ws(' ',
  ${["threads", "messages", "memos", "orders", "refunds", "settings"]
    .map((table) => `(select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from ${table})`)
    .join(",")},
  (select count(*) || ':' || coalesce(sum(hashtext(row(id, key, status, attempt, step, last_event, committed_event,
    last_record, retained, stop_requested, data::text, cursor::text, interrupt::text, error::text)::text)), 0) from runs),
  (select coalesce(sum(last), 0) from (select max(last_number) as last from run_log group by thread_pk) ends)
) as stored`;
/** All that is stored, as one short text: two are the same when nothing was written in between. */
export async function stored(): Promise<string> {
  const { query } = await database();
  const [row] = await query<{ stored: string }>({ name: "test: all that is stored", text: STORED, values: [] });
  return row?.stored ?? "";
}
