import { beforeAll, expect, it, vi } from "vitest";
import { type Client, warmUp } from "./testing/client";
import { randomCases, systematicCases } from "./testing/fuzz/cases";
import { Fuzzer } from "./testing/fuzz/fuzzer";

vi.hoisted(() => {
  process.env.DATA_DIR = "memory://fuzz";
  process.env.AUTH_SECRET = "a secret for tests";
  process.env.DEMO_DELAY_MS = "0";
  process.env.FAULT_LAB = "1";
});

/** Give `FUZZ_SEED` to repeat a run. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const LEAST = 10_000;

let client: Client;
const rejections: unknown[] = [];

beforeAll(async () => {
  client = await warmUp();
  // Each session's orders are made when they are first asked for.
  await client.get("/api/orders");
  const onRejection = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  return () => void process.off("unhandledRejection", onRejection);
}, 180_000);

// A minute where nothing else runs.
it(`${LEAST} malformed requests store nothing and break nothing (seed ${SEED})`, { timeout: 1_800_000 }, async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const fuzzer = await Fuzzer.create(client);
  for (const fuzz of systematicCases()) await fuzzer.send(fuzz);
  const systematic = fuzzer.sent;
  for (const fuzz of randomCases(SEED, Math.max(1_000, LEAST - systematic))) await fuzzer.send(fuzz);
  const logged = log.mock.calls.map(([line]) => String(line).slice(0, 500));
  log.mockRestore();
  console.info(`${fuzzer.sent} requests, ${systematic} of them systematic, seed ${SEED}:`, fuzzer.statuses);
  expect(fuzzer.faults.slice(0, 20)).toEqual([]);
  expect(rejections).toEqual([]);
  // A run that fails on what it was told has taken in what it should have refused.
  expect(logged.slice(0, 5)).toEqual([]);
  expect(fuzzer.sent).toBeGreaterThanOrEqual(LEAST);
  // Most of them are malformed: not just spoilt where nobody looks.
  expect(fuzzer.statuses[400]).toBeGreaterThan(0.75 * LEAST);
  expect({}).not.toHaveProperty("polluted");
});
