import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Node 20 lacks Map.groupBy, which Vitest's reporter calls as soon as a test fails.
const node20 = Map as MapConstructor & { groupBy?: unknown };
node20.groupBy ??= (items: Iterable<unknown>, keyOf: (item: unknown, index: number) => unknown) => {
  const groups = new Map<unknown, unknown[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/[\\/]$/, "") } },
  test: {
    environment: "node",
    include: [
      "lib/**/*.test.{ts,tsx}",
      "components/**/*.test.{ts,tsx}",
      "app/**/*.test.{ts,tsx}",
      "scripts/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    testTimeout: 20_000,
    // The embedded database takes two to three seconds to start, more on a busy machine.
    hookTimeout: 60_000,
  },
});
