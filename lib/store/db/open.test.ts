import { expect, it, vi } from "vitest";
import { createAgentStore } from "../agent-store";
import { aRef } from "../testing/fixtures";
import type { Database } from "./database";
import { openDatabase } from "./open";

it("a process has one client per database, also after its modules were loaded again", async () => {
  const config = { driver: "pglite", dataDir: "one" } as const;
  const closed: string[] = [];
  const open = async () => ({ close: async () => void closed.push("closed") }) as Partial<Database> as Database;
  const [first, second] = await Promise.all([openDatabase(config, open), openDatabase(config, open)]);
  expect(second).toBe(first);
  vi.resetModules();
  const reloaded = await import("./open");
  expect(reloaded.openDatabase).not.toBe(openDatabase);
  expect(await reloaded.openDatabase(config, open)).toBe(first);
  expect(await openDatabase({ ...config, dataDir: "another" }, open)).not.toBe(first);
  await first.close();
  expect(closed).toEqual(["closed"]);
  expect(await openDatabase(config, open)).not.toBe(first);
});

it("an opening that failed is tried again by the next call, and is `unavailable` to a request", async () => {
  const config = { driver: "pg", url: "postgres://root@127.0.0.1:1/nothing" } as const;
  const first = openDatabase(config);
  await expect(first).rejects.toThrow();
  const second = openDatabase(config);
  expect(second).not.toBe(first);
  await expect(second).rejects.toThrow();
  const store = createAgentStore(() => openDatabase(config));
  await expect(store.read(aRef(), {})).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    message: "The database cannot be reached.",
  });
});
