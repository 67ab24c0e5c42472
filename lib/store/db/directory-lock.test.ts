import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startScript } from "../testing/processes";
import { lockDirectory } from "./directory-lock";
import { DatabaseInUseError } from "./errors";
import { isSameProcess, thisProcess } from "./process-identity";

describe("the lock of a directory", { timeout: 60_000 }, () => {
  let folder: string;
  let directory: string;
  let file: string;
  const write = (content: unknown) => writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  const longAgo = (path: string) => utimes(path, new Date(0), new Date(0));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "neuron-lock-"));
    directory = join(folder, "data");
    file = `${directory}.lock`;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is held by one at a time, and free once it is released", async () => {
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(DatabaseInUseError);
    release();
    expect(existsSync(file)).toBe(false);
    (await lockDirectory(directory))();
  });

  it("is refused while its owner lives", async () => {
    await write({ ...thisProcess(), pid: process.ppid, startedAt: null });
    await expect(lockDirectory(directory)).rejects.toThrow(`(pid ${process.ppid})`);
  });

  it("of a process that is gone is taken over", async () => {
    // Larger than any pid that Linux, macOS or Windows give.
    await write({ pid: 2 ** 31 - 2, startedAt: null });
    const release = await lockDirectory(directory);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(thisProcess());
    release();
  });

  it("of an earlier process with the same pid is taken over", async () => {
    expect(isSameProcess(thisProcess())).toBe(true);
    const earlier = { pid: process.pid, startedAt: "an earlier boot/123" };
    // Where the start of a process cannot be read, the pid alone decides.
    if (thisProcess().startedAt === null) expect(isSameProcess(earlier)).toBe(true);
    else {
      await write(earlier);
      (await lockDirectory(directory))();
    }
  });

  it("of a killed process that its parent has not noticed yet is taken over", async () => {
    const owner = startScript("hold-lock", [directory]);
    expect(await owner.line()).toBe("locked");
    await expect(lockDirectory(directory)).rejects.toThrow(`(pid ${owner.process.pid})`);
    await owner.kill();
    (await lockDirectory(directory))();
  });

  it("goes with a process that exits in order", async () => {
    const owner = startScript("hold-lock", [directory, "exit"]);
    expect(await owner.line()).toBe("locked");
    await new Promise((resolve) => owner.process.once("exit", resolve));
    expect(existsSync(file)).toBe(false);
  });

  it("that says nothing sensible is taken over once it is old enough not to be just being written", async () => {
    await write("");
    const waiting = lockDirectory(directory);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readFile(file, "utf8")).toBe("");
    await longAgo(file);
    (await waiting)();
  });

  it("is taken over although an earlier take-over was interrupted", async () => {
    await write({ pid: 2 ** 31 - 2, startedAt: null });
    const turn = `${file}.taking-over`;
    await mkdir(turn);
    await longAgo(turn);
    (await lockDirectory(directory))();
    expect(existsSync(turn)).toBe(false);
  });

  it("of a dead process goes to exactly one of many that want it at once", async () => {
    await write({ pid: 2 ** 31 - 2, startedAt: null });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(directory)));
    const won = results.filter((result) => result.status === "fulfilled");
    expect(won).toHaveLength(1);
    won[0]?.value();
  });

  it("that was taken away by hand and given to somebody else is not released by its first owner", async () => {
    const release = await lockDirectory(directory);
    await write({ pid: process.ppid, startedAt: null });
    release();
    expect(existsSync(file)).toBe(true);
  });
});
