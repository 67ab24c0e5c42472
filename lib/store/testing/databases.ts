import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Database, DatabaseConfig } from "../database";
import { connect } from "../database";
import { startWsProxy } from "./ws-proxy";

/** A place where a test may have a database of its own. */
export interface TestTarget {
  name: DatabaseConfig["driver"];
  create(): Promise<TestDatabase>;
}

export interface TestDatabase {
  config: DatabaseConfig;
  database: Database;
  /** Closes the client and deletes the database. */
  drop(): Promise<void>;
}

const PGLITE: TestTarget = {
  name: "pglite",
  async create() {
    const config: DatabaseConfig = { driver: "pglite", dataDir: "memory://" };
    const database = await connect(config);
    return { config, database, drop: () => database.close() };
  },
};

/** A PostgreSQL server that the tests may create databases on; `null` when none answers, or `none` shall be used. */
export async function findServer(): Promise<string | null> {
  if (process.env.TEST_DATABASE_URL === "none") return null;
  const url = process.env.TEST_DATABASE_URL ?? "postgres://root@127.0.0.1:5432/test";
  try {
    await withServer(url, "select 1");
    return url;
  } catch (error) {
    // A server that was asked for by name has to answer.
    if (process.env.TEST_DATABASE_URL) throw error;
    return null;
  }
}

async function withServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of a new, empty database on the server, and how to get rid of it. */
export async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `neuron_test_${randomBytes(6).toString("hex")}`;
  await withServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => withServer(server, `drop database ${name} with (force)`) };
}

const POOL = 8;

async function openOn(config: DatabaseConfig, cleanUp: () => Promise<void>): Promise<TestDatabase> {
  const database = await connect(config);
  return {
    config,
    database,
    async drop() {
      await database.close();
      await cleanUp();
    },
  };
}

/** node-postgres over TCP. */
function onServer(server: string): TestTarget {
  return {
    name: "pg",
    async create() {
      const { url, drop } = await createDatabase(server);
      return openOn({ driver: "pg", url, poolSize: POOL }, drop);
    },
  };
}

/** Neon's driver over WebSocket: a proxy of its own stands before the same server. */
function behindProxy(server: string): TestTarget {
  return {
    name: "neon",
    async create() {
      const { url, drop } = await createDatabase(server);
      const { hostname, port } = new URL(url);
      const proxy = await startWsProxy({ host: hostname, port: Number(port || 5432) });
      return openOn({ driver: "neon", url, wsProxy: proxy.address, poolSize: POOL }, async () => {
        await proxy.stop();
        await drop();
      });
    },
  };
}

/** The embedded database and, where a PostgreSQL server answers, that server through both of its drivers. */
export async function testTargets(): Promise<TestTarget[]> {
  const server = await findServer();
  return server ? [PGLITE, onServer(server), behindProxy(server)] : [PGLITE];
}
