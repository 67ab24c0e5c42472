import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** A database for one run of the bench. */
export interface BenchDatabase {
  name: string;
  /** What the server has to find in its environment. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** A new database on a PostgreSQL server where one answers, else the embedded one in a folder of its own. */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const server = process.env.BENCH_DATABASE_URL ?? "postgres://root@127.0.0.1:5432/test";
  const version = await ask(server, "show server_version").catch((error: unknown) => {
    // A server that was asked for by name has to answer.
    if (process.env.BENCH_DATABASE_URL) throw error;
    return null;
  });
  if (version === null) return embedded();
  const name = `neuron_bench_${randomBytes(4).toString("hex")}`;
  await ask(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name: `PostgreSQL ${version.split(" ")[0]}`,
    env: { DATABASE_URL: url.href, DATABASE_DRIVER: "pg" },
    drop: async () => void (await ask(server, `drop database ${name} with (force)`)),
  };
}

function embedded(): BenchDatabase {
  const folder = mkdtempSync(join(tmpdir(), "neuron-next-bench-"));
  return {
    name: "PGlite (embedded)",
    env: { DATABASE_URL: "", DATABASE_DRIVER: "", DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function ask(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return String(Object.values(rows?.[0] ?? {})[0] ?? "");
  } finally {
    await client.end();
  }
}
