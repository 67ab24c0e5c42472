import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgentStore } from "../agent-store";
import { start } from "../testing/fixtures";
import { startScript } from "../testing/processes";
import type { Database } from "./database";
import { connect } from "./open";

// A new database takes two to three seconds, on a busy machine many times as long; a copy of one opens at once.
describe("the embedded database", { timeout: 120_000 }, () => {
  let template: string;
  let folder: string;
  const opened: Database[] = [];
  const open = async (dataDir: string) => {
    const database = await connect({ driver: "pglite", dataDir });
    opened.push(database);
    return database;
  };
  const storeOf = (database: Database) => createAgentStore(async () => database);

  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), "neuron-pglite-"));
    // This also makes folders that are not there yet.
    await connect({ driver: "pglite", dataDir: join(template, "not", "there") }).then((database) => database.close());
  }, 120_000);
  afterAll(() => rm(template, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "neuron-pglite-"));
    await cp(join(template, "not", "there"), folder, { recursive: true });
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await rm(folder, { recursive: true });
  });

  it("keeps what was stored, and its lock goes when it is closed", async () => {
    const ref = { threadId: randomUUID(), ownerId: "owner" };
    const first = await connect({ driver: "pglite", dataDir: folder });
    await start(storeOf(first), ref);
    expect(existsSync(join(folder, "pglite.lock"))).toBe(true);
    await first.close();
    expect(existsSync(join(folder, "pglite.lock"))).toBe(false);
    expect((await storeOf(await open(folder)).read(ref, {})).run?.status).toBe("running");
  });

  it("a run that was running when the database was opened is dead", async () => {
    const ref = { threadId: randomUUID(), ownerId: "owner" };
    const first = await connect({ driver: "pglite", dataDir: folder });
    await start(storeOf(first), ref);
    await first.close();
    const { run } = await storeOf(await open(folder)).read(ref, {});
    expect(run).toMatchObject({ status: "running", silentSeconds: expect.any(Number) });
    expect(run?.status === "running" && run.silentSeconds).toBeGreaterThan(10 * 365 * 86_400);
  });

  it("a second process is refused with a sentence that names the first and says what to do", async () => {
    await open(folder);
    const second = startScript("pglite", [folder, "thread"]);
    expect(await second.line()).toBe(
      `The embedded database in ${join(folder, "pglite")} is in use by another process (pid ${process.pid}). ` +
        "Stop that process, give this one a folder of its own (DATA_DIR), or set DATABASE_URL to a PostgreSQL server, which " +
        "any number of processes may share.",
    );
    await second.kill();
  });

  it("after kill -9 of its process it opens again, with everything that had been stored", async () => {
    const ref = { threadId: randomUUID(), ownerId: "owner" };
    const first = startScript("pglite", [folder, ref.threadId]);
    let stored = 0;
    while (stored < 20) stored = Number(await first.line());
    await first.kill();
    expect(existsSync(join(folder, "pglite.lock"))).toBe(true);
    const { events } = await storeOf(await open(folder)).readLog(ref, 0, 10_000);
    expect(events.length).toBeGreaterThanOrEqual(stored);
    expect(events.map((event) => event.number)).toEqual(events.map((_, index) => index + 1));
  });

  it("a failed opening gives the folder back", async () => {
    const wrong = connect({ driver: "pglite", dataDir: folder, migrationsFolder: join(folder, "nowhere") });
    await expect(wrong).rejects.toThrow(/No database migrations in .*nowhere: start the server in/);
    await writeFile(join(folder, "pglite", "PG_VERSION"), "nonsense");
    await expect(open(folder)).rejects.toThrow();
    expect(existsSync(join(folder, "pglite.lock"))).toBe(false);
  });

  it("the event loop turns while statements follow one another", async () => {
    const database = await open(folder);
    let fired = false;
    setTimeout(() => {
      fired = true;
    }, 1);
    const end = Date.now() + 1_000;
    while (!fired && Date.now() < end) await database.query({ name: "one", text: "select 1", values: [] });
    expect(fired).toBe(true);
  });

  it("statements of one transaction are done together or not at all", async () => {
    const database = await open(folder);
    const insert = (name: string) => ({
      name: "insert",
      text: "insert into settings values ($1, 'x')",
      values: [name],
    });
    const failing = database.transaction(async (tx) => {
      await tx.query(insert("a"));
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    const count = { name: "count", text: "select name from settings", values: [] };
    expect(await database.query(count)).toEqual([]);
    await database.transaction((tx) => tx.query(insert("b")));
    expect(await database.query(count)).toEqual([{ name: "b" }]);
  });
});
