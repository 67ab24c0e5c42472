import type { Database, DatabaseConfig } from "./database";

/** Opens a client of its own. Only the chosen driver is loaded. */
export async function connect(config: DatabaseConfig): Promise<Database> {
  switch (config.driver) {
    case "pglite":
      return (await import("./pglite")).openPglite(config);
    case "pg":
      return (await import("./pg")).openPg(config);
    case "neon":
      return (await import("./neon")).openNeon(config);
  }
}

// Development reloads this module but keeps the process: the clients have to outlive it.
const CLIENTS = Symbol.for("neuron-next.database-clients");
const shared = globalThis as typeof globalThis & { [CLIENTS]?: Map<string, Promise<Database>> };

/**
 * The process's one client of this database, opened and migrated at the first call.
 *
 * @throws DatabaseInUseError when another process has opened the embedded database; the next call tries again
 */
export function openDatabase(config: DatabaseConfig, open = connect): Promise<Database> {
  shared[CLIENTS] ??= new Map();
  const clients = shared[CLIENTS];
  const name = config.driver === "pglite" ? `pglite ${config.dataDir}` : `${config.driver} ${config.url}`;
  const known = clients.get(name);
  if (known) return known;
  const forget = () => {
    if (clients.get(name) === opening) clients.delete(name);
  };
  const opening = open(config).then((database) => ({
    ...database,
    async close() {
      forget();
      await database.close();
    },
  }));
  clients.set(name, opening);
  opening.catch(forget);
  return opening;
}
