import { readFileSync } from "node:fs";

/** A process, told from a later one that has been given the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the system's own notation; `null` where that cannot be read cheaply. */
  startedAt: string | null;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: readStart(process.pid) };
}

/** Whether the process that is named by `identity` is running now. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false;
  const startedAt = readStart(identity.pid);
  // Where one of the two is unknown, the safe answer is yes.
  return identity.startedAt === null || startedAt === null || identity.startedAt === startedAt;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, but belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Linux: clock ticks since the boot, and which boot that was, for a folder may outlive the machine (or container). */
function readStart(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may contain anything; field 22 is the start.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    const state = fields[0];
    if (state === "Z") return "dead";
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[19]}`;
  } catch {
    return null;
  }
}
