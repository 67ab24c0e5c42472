import { readFileSync, unlinkSync } from "node:fs";
import { mkdir, readFile, rename, rmdir, stat, unlink, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { DatabaseInUseError } from "./errors";
import { isSameProcess, type ProcessIdentity, thisProcess } from "./process-identity";

const ownerSchema = z.object({ pid: z.number().int().positive(), startedAt: z.string().nullable() });

/** Writing a lock and taking one over last milliseconds; what is older was interrupted by the death of its process. */
const INTERRUPTED_AFTER_MS = 2_000;
const ATTEMPTS = 200;
const PAUSE_MS = 20;

type Holder = ProcessIdentity | "nobody" | "unknown";

/**
 * Locks a directory for this process with a file beside it that names the owner. The lock of a dead process is taken
 * over, however it died; a pid that the system has given to another process since counts as dead.
 *
 * @returns releases the lock; it is also released when the process exits
 * @throws DatabaseInUseError while the owner lives
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const file = `${directory}.lock`;
  const content = JSON.stringify(thisProcess());
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await create(file, content)) return createRelease(file, content);
    const holder = await readHolder(file);
    if (isAlive(holder)) throw new DatabaseInUseError(directory, holder.pid);
    if (holder !== "unknown" && (await takeOver(file, content))) return createRelease(file, content);
    await sleep(PAUSE_MS);
  }
  throw new Error(`The lock ${file} could not be taken over. If no server is running, delete it.`);
}

function isAlive(holder: Holder): holder is ProcessIdentity {
  return typeof holder === "object" && isSameProcess(holder);
}

/** `false` when there is a lock already. */
async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** `unknown`: the owner is just writing its name, or the lock has just been released. */
async function readHolder(file: string): Promise<Holder> {
  const content = await readFile(file, "utf8").catch(() => null);
  if (content === null) return "unknown";
  try {
    return ownerSchema.parse(JSON.parse(content));
  } catch {
    return (await isInterrupted(file)) ? "nobody" : "unknown";
  }
}

/**
 * Replaces a dead owner's lock. Of several processes that found it dead one may do so at a time, and each looks again:
 * otherwise the second would replace the first one's living lock.
 */
async function takeOver(file: string, content: string): Promise<boolean> {
  const turn = `${file}.taking-over`;
  try {
    await mkdir(turn);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    if (await isInterrupted(turn)) await rmdir(turn).catch(() => {});
    return false;
  }
  const draft = `${file}.${process.pid}`;
  try {
    const holder = await readHolder(file);
    if (holder === "unknown" || isAlive(holder)) return false;
    await writeFile(draft, content);
    await rename(draft, file);
    return true;
  } finally {
    await unlink(draft).catch(() => {});
    await rmdir(turn).catch(() => {});
  }
}

async function isInterrupted(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > INTERRUPTED_AFTER_MS;
}

function createRelease(file: string, content: string): () => void {
  const release = () => {
    process.off("exit", release);
    try {
      if (readFileSync(file, "utf8") === content) unlinkSync(file);
    } catch {
      // Somebody has removed the file: there is nothing to release.
    }
  };
  process.once("exit", release);
  return release;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
