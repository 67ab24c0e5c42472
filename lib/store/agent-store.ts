import type { AgentStore } from "../agent/store";
import type { OpenDatabase } from "./db/database";
import { reach } from "./reach";
import { createRunStore } from "./run-store";
import { listThreads, renameThread } from "./thread-list";
import { findOutcomes, findUsedCallIds, loadAll } from "./transcript";

/** The durable store of an agent: runs and their log, and the conversation as people read it. */
export function createAgentStore(openDatabase: OpenDatabase): AgentStore {
  return {
    ...createRunStore(openDatabase),
    loadAll: (ref, page) => reach(openDatabase, (database) => loadAll(database, ref, page)),
    outcomes: (ref, callIds) => reach(openDatabase, (database) => findOutcomes(database, ref, callIds)),
    usedCallIds: (ref, callIds) => reach(openDatabase, (database) => findUsedCallIds(database, ref, callIds)),
    threads: (ownerId, query) => reach(openDatabase, (database) => listThreads(database, ownerId, query)),
    rename: (ref, title) => reach(openDatabase, (database) => renameThread(database, ref, title)),
  };
}
