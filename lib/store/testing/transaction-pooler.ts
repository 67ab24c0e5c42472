import pg from "pg";
import type { PoolClientLike, PoolLike } from "../db/pool";

/**
 * A pool behind a transaction pooler (PgBouncer, Neon's `-pooler` hosts): a client keeps one server connection for a
 * transaction, and outside of one every statement may meet another.
 */
export function createTransactionPooler(url: string, size = 3): PoolLike<PoolClientLike> {
  const servers = new pg.Pool({ connectionString: url, max: size });
  const idle: pg.PoolClient[] = [];
  const opened = (async () => {
    for (let count = 0; count < size; count++) idle.push(await servers.connect());
  })();

  function createClient(): PoolClientLike {
    let held: pg.PoolClient | null = null;
    return {
      async query(config, ...values: unknown[][]) {
        await opened;
        // The longest unused one: never the connection of the statement before.
        const connection = held ?? idle.shift();
        if (!connection) throw new Error("Every server connection is in a transaction.");
        const begins = /^\s*begin/i.test(config.text);
        const ends = /^\s*(commit|rollback)\s*$/i.test(config.text);
        if (begins) held = connection;
        if (ends) held = null;
        try {
          return await connection.query(config, ...values);
        } finally {
          if (!held) idle.push(connection);
        }
      },
      on: () => {},
      off: () => {},
      release: () => {},
    };
  }

  return {
    connect: async () => createClient(),
    query: (config) => createClient().query(config),
    async end() {
      await opened;
      for (const connection of idle.splice(0)) connection.release(true);
      await servers.end();
    },
    on: () => {},
  };
}
