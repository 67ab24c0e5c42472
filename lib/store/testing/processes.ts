import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of its own that runs a script of this folder. */
export interface Script {
  process: ChildProcess;
  /** The next line that it prints. */
  line(): Promise<string>;
  /** Ends it the hard way and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts `testing/<name>.script.ts` with arguments. Whatever it prints to stderr shows in the test's output. */
export function startScript(name: string, args: string[]): Script {
  const path = fileURLToPath(new URL(`./${name}.script.ts`, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const lines = readLines(child);
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended without another line`);
      return value;
    },
    async kill() {
      child.kill("SIGKILL");
      await exit;
    },
  };
}

async function* readLines(child: ChildProcess): AsyncGenerator<string, void> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}
