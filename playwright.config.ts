import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

// This file is read again in every worker; what is decided once travels in the environment.
process.env.E2E_PORT ??= "3111";
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), "neuron-next-e2e-"));
  process.env.E2E_DATA_DIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

// Always localhost: Next treats 127.0.0.1 as another origin.
const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  // On a busy machine of somebody else; what passed only then is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a busy machine; a test that is well needs a tenth of it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ...(process.env.PLAYWRIGHT_JSON ? [["json", { outputFile: process.env.PLAYWRIGHT_JSON }] as const] : []),
  ],
  use: {
    baseURL,
    // Nothing moves while it is looked at, and a small machine has nothing to animate.
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...(root ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    // Not `npx next`: a signal to that would leave the real server running.
    command: `"${process.execPath}" node_modules/next/dist/bin/next start -p ${process.env.E2E_PORT}`,
    url: baseURL,
    timeout: 120_000,
    // A test never finds somebody's own server by accident; npm run first-ten-minutes has started one.
    reuseExistingServer: process.env.E2E_REUSE_SERVER === "1",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      NEXT_DIST_DIR: process.env.NEXT_DIST_DIR ?? ".next-test",
      NEXT_TELEMETRY_DISABLED: "1",
      COPILOTKIT_TELEMETRY_DISABLED: "true",
      DATA_DIR: process.env.E2E_DATA_DIR,
      // Blank is unset, and wins over a developer's .env files: the scripted model and the embedded database.
      AGENT_MODEL: "",
      DATABASE_URL: "",
      DATABASE_DRIVER: "",
      AUTH_SECRET: "",
      FAULT_LAB: "1",
    },
  },
});
