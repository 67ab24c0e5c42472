import type { Ground } from "../../agent/testing/ground";
import type { Json } from "../../json";
import type { Memo, ThreadRef } from "../../workflow/types";
import { createAgentStore } from "../agent-store";
import type { Database } from "../database";
import { type LogRow, selectLog, toEvents } from "../log-row";
import { type MessageRow, selectMessages, toMessages } from "../message-row";
import { type RunRow, selectRun, toRun } from "../run-row";

interface ThreadRows {
  runs: RunRow[] | null;
  messages: MessageRow[] | null;
  log: LogRow[] | null;
  memos: { key: string; status: Memo["status"]; value: Json }[] | null;
}

/** The durable store on an open database. */
export function durableGround(name: string, database: Database): Ground {
  return {
    name,
    store: createAgentStore(async () => database),
    async age({ threadId }, seconds) {
      await database.query({
        name: "test: age thread",
        text: `update runs set heartbeat_at = heartbeat_at - make_interval(secs => $2::float8)
          from threads where threads.pk = thread_pk and threads.id = $1::text and status = 'running'`,
        values: [threadId, seconds],
      });
    },
    async see({ threadId }: ThreadRef) {
      const [row] = await database.query<ThreadRows>({
        name: "test: see thread",
        text: `select (select json_agg(r order by r.ordinal) from (select o.ordinal, run.* from runs o
              cross join lateral (${selectRun("t.pk", "id = o.id")}) run where o.thread_pk = t.pk) r) as runs,
            (${selectMessages("thread_pk = t.pk")}) as messages,
            (${selectLog("thread_pk = t.pk", "all")}) as log,
            (select json_agg(m) from (select key, status, value from memos
              where run_id = (select id from runs where thread_pk = t.pk order by ordinal desc limit 1)) m) as memos
          from threads t where t.id = $1::text`,
        values: [threadId],
      });
      return {
        runs: (row?.runs ?? []).map((run) => toRun(run, threadId)),
        messages: toMessages(row?.messages),
        log: (row?.log ?? []).flatMap(toEvents),
        memos: Object.fromEntries(
          (row?.memos ?? []).map(({ key, status, value }) => [key, status === "done" ? { status, value } : { status }]),
        ),
      };
    },
  };
}
