import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { createAgentStore } from "../agent-store";
import { createDatabase, findServer } from "../testing/databases";
import { aRef, aRun, aWrite, deltas, numbered, start } from "../testing/fixtures";
import { startScript } from "../testing/processes";
import { createTransactionPooler } from "../testing/transaction-pooler";
import { migrationsFolder } from "./migrations";
import { connect } from "./open";
import { openPoolDatabase } from "./pool";

const server = await findServer();

if (server) {
  describe("a PostgreSQL server", { timeout: 120_000 }, () => {
    const cleanUp: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const step of cleanUp.splice(0).reverse()) await step();
    });
    async function newDatabase(): Promise<string> {
      const { url, drop } = await createDatabase(server as string);
      cleanUp.push(drop);
      return url;
    }
    async function open(url: string, poolSize?: number) {
      const database = await connect({ driver: "pg", url, poolSize });
      cleanUp.push(() => database.close());
      return database;
    }

    it("is migrated once, however many processes start at the same time", async () => {
      const url = await newDatabase();
      const processes = Array.from({ length: 4 }, () => startScript("migrate", [url]));
      expect(await Promise.all(processes.map((script) => script.line()))).toEqual(Array(4).fill("migrated"));
      const database = await open(url);
      const text =
        "select count(*)::int as count, count(distinct hash)::int as distinct from drizzle.__drizzle_migrations";
      const [applied] = await database.query<{ count: number; distinct: number }>({ name: "t", text, values: [] });
      expect(applied?.count).toBe(applied?.distinct);
    });

    it("is migrated behind a transaction pooler as well, without leaving a lock on one of its connections", async () => {
      const url = await newDatabase();
      const config = { driver: "pg", url } as const;
      const pool = createTransactionPooler(url);
      const database = await openPoolDatabase({
        driver: "pg",
        pool,
        orm: drizzle({ client: new pg.Pool() }) as never,
        stats: { statements: 0, transactions: 0 },
        migrate: (client) => migrate(drizzle(client as never), { migrationsFolder: migrationsFolder(config) }),
      });
      cleanUp.push(() => database.close());
      const query = async (text: string) => await database.query<{ count: number }>({ name: "t", text, values: [] });
      const [tables] = await query("select count(*)::int as count from pg_tables where tablename = 'run_log'");
      expect(tables?.count).toBe(1);
      const [locks] = await query(
        "select count(*)::int as count from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
      expect(locks?.count).toBe(0);
    });

    it("decisions of two processes on one thread are made one after the other", async () => {
      const url = await newDatabase();
      const stores = [await open(url), await open(url)].map((database) => createAgentStore(async () => database));
      const ref = aRef();
      const [first] = stores;
      if (first) await start(first, ref, aRun(ref, { step: 0 }));
      const raise = (index: number) =>
        stores[index % 2]?.transact(ref, {}, ({ run }) => {
          if (run?.status !== "running") throw new Error("not running");
          return {
            result: null,
            changes: [{ run: { ...run, step: run.step + 1 }, insert: false, events: [], records: [] }],
          };
        });
      await Promise.all(Array.from({ length: 24 }, (_, index) => raise(index)));
      expect((await first?.read(ref, {}))?.run?.step).toBe(24);
    });

    it("a pool of one connection is enough for any number of callers", async () => {
      const database = await open(await newDatabase(), 1);
      const store = createAgentStore(async () => database);
      const refs = Array.from({ length: 10 }, () => aRef());
      await Promise.all(
        refs.map(async (ref) => {
          const run = await start(store, ref);
          await Promise.all([
            store.write(run, aWrite(run, { events: numbered(run, 1, deltas("a")) })),
            store.readLog(ref, 0, 10),
            store.transact(ref, {}, () => ({ result: null, changes: [], reset: true })),
          ]);
        }),
      );
    });

    it("a connection that breaks is replaced, and whoever was using it learns that the database was unavailable", async () => {
      const database = await open(await newDatabase(), 2);
      const store = createAgentStore(async () => database);
      const ref = aRef();
      await start(store, ref);
      const kill =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
      await database.query({ name: "kill", text: kill, values: [] });
      const suicide = "select pg_terminate_backend(pg_backend_pid())";
      const text = { name: "suicide", text: suicide, values: [] };
      const broken = createAgentStore(async () => {
        await database.query(text);
        return database;
      });
      await expect(broken.read(ref, {})).rejects.toMatchObject({ code: "unavailable" });
      const inside = database.transaction(async (tx) => {
        const [own] = await tx.query<{ pid: number }>({
          name: "pid",
          text: "select pg_backend_pid() as pid",
          values: [],
        });
        await database.query({ name: "end", text: "select pg_terminate_backend($1::int)", values: [own?.pid] });
        // The connection breaks while nothing waits for it: nobody may take that for an uncaught error.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.query({ name: "after", text: "select 1", values: [] });
      });
      await expect(inside).rejects.toThrow();
      expect((await store.read(ref, {})).run?.status).toBe("running");
    });

    it("a failed statement inside a transaction undoes it and frees its connection", async () => {
      const database = await open(await newDatabase(), 1);
      const failing = database.transaction(async (tx) => {
        await tx.query({ name: "a", text: "insert into settings values ('a', 'x')", values: [] });
        await tx.query({ name: "b", text: "select 1 / 0", values: [] });
      });
      await expect(failing).rejects.toMatchObject({ code: "22012" });
      expect(await database.query({ name: "c", text: "select * from settings", values: [] })).toEqual([]);
    });
  });
} else {
  it("a PostgreSQL server is tested where one answers (TEST_DATABASE_URL)", () => expect(server).toBeNull());
}
