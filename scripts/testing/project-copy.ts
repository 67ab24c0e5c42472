import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { bin, childEnv, root } from "../tools.mjs";

const NOT_SOURCE =
  /^(node_modules|\.git|\.data|\.next.*|test-results|playwright-report|coverage|.*\.log|.*\.tsbuildinfo)$/;

/** What Next writes before it type-checks; a copy has not been through that. */
const NEXT_TYPES = `/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n`;

export interface ProjectCopy {
  folder: string;
  /** Runs one of {@link bin} in the copy. Resolves to its exit code and everything that it printed. */
  run(program: keyof typeof bin, ...args: string[]): Promise<{ code: number; output: string }>;
  remove(): void;
}

/**
 * The project's sources in a folder inside the project: packages are found in the folder above, and everything that is
 * ignored by name (`.next-*`) ignores the copy as well.
 */
export function copyProject(name: string): ProjectCopy {
  const folder = mkdtempSync(join(root, `.next-${name}-`));
  for (const entry of readdirSync(root)) {
    if (!NOT_SOURCE.test(entry)) cpSync(join(root, entry), join(folder, entry), { recursive: true });
  }
  writeFileSync(join(folder, "next-env.d.ts"), NEXT_TYPES);
  return {
    folder,
    async run(program, ...args) {
      const options = { cwd: folder, env: outsideOfVitest(), maxBuffer: 64 * 1024 * 1024 };
      return promisify(execFile)(process.execPath, [join(root, bin[program]), ...args], options).then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        (error: { code?: number; stdout?: string; stderr?: string }) => ({
          code: error.code ?? 1,
          output: `${error.stdout ?? ""}${error.stderr ?? ""}`,
        }),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** A runner in a runner must not take itself for one of its workers. */
function outsideOfVitest(): NodeJS.ProcessEnv {
  const env: Record<string, string | undefined> = childEnv();
  const own = Object.entries(env).filter(([name]) => !/^(VITEST|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$)/.test(name));
  return Object.fromEntries(own) as NodeJS.ProcessEnv;
}
