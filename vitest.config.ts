import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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
