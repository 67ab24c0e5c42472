import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./tools.mjs";

const lock: Record<string, { version?: string }> = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
).packages;

/** Rows of "Versions last verified": the client, and its packages' versions in order. */
const rows = readFileSync(join(root, "docs/clients/README.md"), "utf8")
  .split("## Versions last verified")[1]
  ?.matchAll(/^\| (?<client>[^|]+) \| [^|]+ \| (?<verified>\d[^|]*) \|$/gm);

const verified = [...(rows ?? [])].map(({ groups }) => {
  const client = groups?.client ?? "";
  return { client: client.split(" (")[0], versions: (groups?.verified ?? "").split(", ") };
});

function installed(name: string): string | undefined {
  return lock[`node_modules/${name}`]?.version;
}

test("the page tells of every client, and of React", () => {
  expect(verified.map(({ client }) => client)).toEqual(["AI SDK", "AG-UI", "CopilotKit", "React"]);
});

test.each([
  ["AI SDK", [installed("ai"), installed("@ai-sdk/react")]],
  ["AG-UI", [installed("@ag-ui/client"), installed("ag-ui-client-0.0.59")]],
  ["CopilotKit", [installed("@copilotkit/react-core")]],
  ["React", [installed("react")]],
])("%s was last verified in the version that is installed", (client, versions) => {
  expect(verified.find((row) => row.client === client)?.versions).toEqual(versions);
});

test("CopilotKit brings the older AG-UI client that the streams are checked against", () => {
  expect(lock["node_modules/@copilotkit/core/node_modules/@ag-ui/client"]?.version).toBe(
    installed("ag-ui-client-0.0.59"),
  );
});
