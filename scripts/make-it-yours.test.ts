import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { keepLines } from "./make-it-yours/edit.mjs";
import { FEATURES } from "./make-it-yours/features.mjs";
import { copyProject, type ProjectCopy } from "./testing/project-copy";
import { root } from "./tools.mjs";

const script = (folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ["scripts/make-it-yours.mjs", ...args], { cwd: folder });

describe("marked lines", () => {
  const text = [
    "import { a } from 'a'; // only with agui",
    "list(",
    "  one,",
    "  two, // only with agui, copilotkit",
    "  // only with bench {",
    "  three,",
    "  // } only with bench",
    "  {/* only with bench { */}",
    "  <Four />",
    "  {/* } only with bench */}",
    ");",
  ].join("\n");
  const kept = (...gone: string[]) => keepLines(text, gone).split("\n");

  it("go with their feature, alone or with the others that they name", () => {
    expect(kept("agui", "bench")).toEqual(["list(", "  one,", "  two,", ");"]);
    expect(kept("agui", "copilotkit", "bench")).toEqual(["list(", "  one,", ");"]);
  });

  it("lose their marks where the feature stays", () => {
    expect(kept("order-desk").join("\n")).toBe(
      text.replace(/ *(\/\/|\{\/\*) \}? ?only with .*(\n|$)/g, "$2").replace(/\n(?=\n)/g, ""),
    );
  });
});

describe("the lists", () => {
  it("name only what is there", () => {
    const paths = Object.values(FEATURES).flatMap(({ entries, rooms = [] }) => [...entries, ...rooms]);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const templates = Object.values(FEATURES).flatMap(({ writes = {} }) => Object.values(writes));
    const folder = join(root, "scripts/make-it-yours/templates");
    expect(templates.filter((template) => !existsSync(join(folder, template)))).toEqual([]);
  });
});

/** Copying, type-checking and testing a whole project, on a machine that may be busy. */
describe("what is left", { timeout: 600_000 }, () => {
  let copy: ProjectCopy;
  afterEach(() => copy?.remove());

  it("keeps everything when it is told nothing that it knows", async () => {
    copy = copyProject("yours");
    await expect(script(copy.folder)).rejects.toMatchObject({
      stderr: expect.stringContaining("Say what to leave out."),
    });
    await expect(script(copy.folder, "--without", "nothing")).rejects.toMatchObject({ code: 1 });
    await expect(script(copy.folder, "--without", "ai-sdk,agui,copilotkit")).rejects.toMatchObject({ code: 1 });
    expect(readFileSync(join(copy.folder, "lib/server.ts"), "utf8")).toBe(
      readFileSync(join(root, "lib/server.ts"), "utf8"),
    );
  });

  it.each([
    ["order-desk,agui,copilotkit,bench", /components\/(ag-ui|copilotkit|order-desk)|api\/orders/, []],
    [
      "ai-sdk,copilotkit",
      /components\/copilotkit|app\/chat|app\/api\/chat/,
      ["@copilotkit/react-core", "@ai-sdk/react"],
    ],
  ])("without %s type-checks, has no lint, builds, and passes its tests", async (without, trace, packages) => {
    copy = copyProject("yours");
    const { stdout } = await script(copy.folder, "--no-install", "--without", without);
    expect(stdout).toMatch(trace);
    const manifest = JSON.parse(readFileSync(join(copy.folder, "package.json"), "utf8"));
    for (const name of packages) expect(manifest.dependencies).not.toHaveProperty([name]);
    expect(manifest.scripts).not.toHaveProperty("make-it-yours");
    for (const [program, ...args] of [
      ["tsc", "--noEmit", "--incremental", "false"],
      [
        "biome",
        "ci",
        "--colors=off",
        "--vcs-enabled=false",
        "app",
        "components",
        "lib",
        "scripts",
        "e2e",
        "package.json",
      ],
      ["next", "build"],
      ["vitest", "run", "--maxWorkers=1", "lib/agents", "lib/browser-tools", "lib/server", "app", "components/chat-ui"],
    ] as const) {
      const { code, output } = await copy.run(program, ...args);
      expect(code, `${program}: ${output}`).toBe(0);
    }
  });
});
