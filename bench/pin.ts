import { execFileSync } from "node:child_process";
import { availableParallelism, platform } from "node:os";

/** Cores for the two sides of the bench, where the system lets us choose: the load must not take time from the server. */
export interface Cores {
  server: number;
  client: number;
}

export function chooseCores(): Cores | null {
  if (platform() !== "linux" || availableParallelism() < 2) return null;
  try {
    execFileSync("taskset", ["-V"], { stdio: "ignore" });
    return { server: 0, client: 1 };
  } catch {
    return null;
  }
}

/** Keeps this process and all its threads on the client's core. */
export function pinThisProcess({ client }: Cores): void {
  execFileSync("taskset", ["-acp", String(client), String(process.pid)], { stdio: "ignore" });
}

/** The command that starts `args` on the server's core. */
export function pinned(cores: Cores | null, command: string, args: string[]): [string, string[]] {
  return cores ? ["taskset", ["-c", String(cores.server), command, ...args]] : [command, args];
}
