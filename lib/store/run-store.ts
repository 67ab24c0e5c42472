import type { AgentTypes } from "../agent/events";
import type { RunStore } from "../workflow/store";
import type { ThreadRef } from "../workflow/types";
import type { Executor, OpenDatabase } from "./db/database";
import { statement } from "./db/statement";
import { createGroupedWrites } from "./grouped-writes";
import { compactLog, readLogPage } from "./log";
import { deleteOldLogs } from "./old-logs";
import { reach } from "./reach";
import { readSetting } from "./settings";
import { checkOwner, checkRef, readSnapshot } from "./snapshot";
import { isStorableId } from "./storable";
import { transact } from "./transact";

/** The durable store behind the engine. Nothing is opened before the first call. */
export function createRunStore(openDatabase: OpenDatabase): RunStore<AgentTypes> {
  return {
    transact: (ref, needs, decide) => reach(openDatabase, (database) => transact(database, ref, needs, decide)),
    read: (ref, needs) => reach(openDatabase, async (database) => (await readSnapshot(database, ref, needs)).view),
    write: createGroupedWrites(openDatabase),
    readLog: (ref, after, limit) => reach(openDatabase, (database) => readLogPage(database, ref, after, limit)),
    requestStop: (ref, runId) => reach(openDatabase, (database) => requestStop(database, ref, runId)),
    compact: ({ runId }, shorten) => reach(openDatabase, (database) => compactLog(database, runId, shorten)),
    deleteOldLogs: (days, limit) => reach(openDatabase, (database) => deleteOldLogs(database, days, limit)),
    setting: (name, make) => reach(openDatabase, (database) => readSetting(database, name, make)),
  };
}

async function requestStop(executor: Executor, ref: ThreadRef, runId: string): Promise<boolean> {
  checkRef(ref);
  if (!isStorableId(runId)) return false;
  const [row] = await executor.query<{ owner_id: string; stopped: boolean }>(
    statement("request stop", (param) => {
      const thread = `select pk, owner_id from threads where id = ${param(ref.threadId, "text")}`;
      const stopped = `update runs set stop_requested = true from thread
        where runs.id = ${param(runId, "text")} and thread_pk = thread.pk and status = 'running'
          and thread.owner_id = ${param(ref.ownerId, "text")} returning 1`;
      return `with thread as (${thread}), stopped as (${stopped})
        select owner_id, exists (select from stopped) as stopped from thread`;
    }),
  );
  if (row) checkOwner(row, ref);
  return row?.stopped ?? false;
}
