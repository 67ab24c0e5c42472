import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createDatabase, findServer } from "../../lib/store/testing/databases";
import { AppServer } from "../support/app-server";
import { ApiClient } from "../support/session";

interface Memory {
  rss: number;
  heapUsed: number;
}

const WAITING = 2_000;
const MB = 1_000_000;

/** Resident memory and heap of a server, after its garbage is gone. */
async function memoryOf(server: AppServer): Promise<Memory> {
  const seen = server.output.length;
  server.signal("SIGUSR2");
  const line = () => /^memory (.*)$/m.exec(server.output.slice(seen))?.[1];
  await expect.poll(line).toBeTruthy();
  return JSON.parse(line() ?? "");
}

/** New threads, each of which waits for a browser or for a person. */
async function suspend(api: ApiClient, name: string, count: number): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const text = index % 2 ? "What is the title of this page?" : "Refund 250 for A-1001";
      const path = `/api/threads/${name}-${index}/messages`;
      const { body } = await api.post<{ run: { status: string } }>(path, { text });
      expect(body.run.status).toBe("suspended");
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

test("2,000 runs that wait are in the database and not in the server's memory", async () => {
  test.setTimeout(480_000);
  const postgres = await findServer();
  test.skip(!postgres, "No PostgreSQL server answers (TEST_DATABASE_URL).");
  const database = await createDatabase(postgres ?? "");
  const server = await AppServer.start({
    databaseUrl: database.url,
    env: { DEMO_DELAY_MS: "0" },
    nodeOptions: ["--expose-gc", "--require", join(import.meta.dirname, "..", "support", "memory.cjs")],
  });
  try {
    const api = await ApiClient.create(server.url);
    // Code is compiled and buffers grow with the first requests, whatever these do.
    await suspend(api, "warm", 1_000);
    const before = await memoryOf(server);
    await suspend(api, "waiting", WAITING);
    const after = await memoryOf(server);
    const grown = { rss: after.rss - before.rss, heapUsed: after.heapUsed - before.heapUsed };
    const text = Object.entries(grown).map(([name, bytes]) => `${name} ${(bytes / MB).toFixed(1)} MB`);
    console.info(`2,000 waiting runs: ${text.join(", ")} more, of ${(before.rss / MB).toFixed(0)} MB resident`);
    // Two kilobytes for each: even the few events of its last segment would be twice as much.
    expect(grown.heapUsed).toBeLessThan(4 * MB);
    expect(grown.rss).toBeLessThan(8 * MB);
    expect((await api.get<{ run: { status: string } }>("/api/threads/waiting-0")).body.run.status).toBe("suspended");
  } finally {
    await server.dispose();
    await database.drop();
  }
});
