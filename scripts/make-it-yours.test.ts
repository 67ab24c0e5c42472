import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { keepLines } from "./make-it-yours/edit.mjs";
import { FEATURES } from "./make-it-yours/features.mjs";
import { isTest, sourceFiles } from "./make-it-yours/sources.mjs";
import { copyProject, type ProjectCopy } from "./testing/project-copy";
import { type bin, root } from "./tools.mjs";

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

  type Step = [program: keyof typeof bin, ...args: string[]];
  const sources = ["app", "components", "lib", "scripts", "e2e", "package.json"];
  const checks: Step[] = [
    ["tsc", "--noEmit", "--incremental", "false"],
    ["biome", "ci", "--colors=off", "--vcs-enabled=false", ...sources],
  ];
  const unit: Step = ["vitest", "run", "--maxWorkers=1"];

  it.each<{ without: string; trace: RegExp; packages: string[]; steps: Step[]; unsaid?: RegExp }>([
    {
      without: "order-desk,agui,copilotkit",
      trace: /components\/(ag-ui|copilotkit|order-desk)|api\/orders/,
      packages: ["@copilotkit/react-core"],
      unsaid: /order desk|order-row|\ban order\b|\borders\b|shipping|refund|CopilotKit|AG-UI|\/(agui|copilotkit)\b/i,
      // These two rooms know no feature: their tests, the longest of all, would run on the same files once more.
      steps: [
        ["next", "build"],
        [...unit, "--exclude=lib/agent/**", "--exclude=lib/workflow/**"],
      ],
    },
    {
      without: "ai-sdk,copilotkit",
      trace: /components\/copilotkit|app\/chat|app\/api\/chat/,
      packages: ["@copilotkit/react-core", "@ai-sdk/react"],
      steps: [
        ["next", "build"],
        [...unit, "lib/agents", "lib/browser-tools", "lib/server", "app", "components"],
      ],
    },
    { without: "order-desk,bench", trace: /api\/orders/, packages: [], steps: [[...unit, "components"]] },
    {
      without: "ai-sdk,agui",
      trace: /components\/ag-ui|app\/api\/chat/,
      packages: ["@ai-sdk/react"],
      steps: [[...unit, "components"]],
    },
  ])(
    "without $without type-checks, has no lint, and passes its tests",
    async ({ without, trace, packages, steps, unsaid }) => {
      copy = copyProject("yours");
      const { stdout } = await script(copy.folder, "--no-install", "--without", without);
      expect(stdout).toMatch(trace);
      const manifest = JSON.parse(readFileSync(join(copy.folder, "package.json"), "utf8"));
      for (const name of packages) expect(manifest.dependencies).not.toHaveProperty([name]);
      expect(manifest.scripts).not.toHaveProperty("make-it-yours");
      if (unsaid) expect(linesWith(unsaid, copy.folder)).toEqual([]);
      for (const [program, ...args] of [...checks, ...steps]) {
        const { code, output } = await copy.run(program, ...args);
        expect(code, `${program}: ${output}`).toBe(0);
      }
    },
  );
});

/** Lines of pages, components and tools that are no comments and match: what people and models read. */
function linesWith(pattern: RegExp, folder: string): string[] {
  return sourceFiles(folder)
    .filter((file) => /^(app|components|lib\/agents)\//.test(file) && !isTest(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), "utf8")
        .split("\n")
        .filter((line) => !/^ *(\/\/|\/?\*)/.test(line) && pattern.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
}
