import { seedThread } from "@/bench/server/seed-thread";
import type { DatabaseTask, SizesAnswer, StatsAnswer } from "@/bench/server/task";
import { readJson } from "@/lib/http/body";
import type { RouteContext } from "@/lib/http/route";
import { database } from "@/lib/server/database";

const TABLES = ["threads", "runs", "messages", "run_log", "memos"];

/** `POST /api/bench/database` */
export async function postDatabaseTask({ request, session }: RouteContext): Promise<object> {
  const task = (await readJson(request)) as unknown as DatabaseTask;
  switch (task.task) {
    case "stats":
      return readStats();
    case "sizes":
      return readSizes();
    case "seed":
      await seedThread({ threadId: task.threadId, ownerId: session.id }, task.messages);
      return {};
  }
}

async function readStats(): Promise<StatsAnswer> {
  const { driver, stats } = await database();
  return { driver, statements: stats.statements, transactions: stats.transactions };
}

async function readSizes(): Promise<SizesAnswer> {
  const client = await database();
  const sizes: SizesAnswer = { rows: {}, relations: 0 };
  for (const table of TABLES) {
    await client.query({ name: `bench vacuum ${table}`, text: `vacuum full ${table}`, values: [] });
    const [row] = await client.query<{ rows: number; relation: number }>({
      name: `bench size ${table}`,
      text: `select coalesce(sum(pg_column_size(t.*)), 0)::float8 as rows,
        pg_total_relation_size('${table}')::float8 as relation from ${table} t`,
      values: [],
    });
    sizes.rows[table] = row?.rows ?? 0;
    sizes.relations += row?.relation ?? 0;
  }
  return sizes;
}
