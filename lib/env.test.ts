import { describe, expect, it } from "vitest";
import { databaseDriver, isFaultLabOn, parseEnv, readEnv } from "./env";

describe("the environment", () => {
  it("needs nothing", () => {
    expect(parseEnv({})).toEqual({
      AGENT_MODEL: "demo",
      AGENT_LEASE_SECONDS: 60,
      RETENTION_DAYS: 30,
      DATA_DIR: ".data",
    });
  });

  it("takes an empty value for unset", () => {
    expect(parseEnv({ DATABASE_URL: "", AUTH_SECRET: " ", AGENT_MODEL: "" })).toEqual(parseEnv({}));
  });

  it("stays on the demo model when only a key is present", () => {
    expect(parseEnv({ OPENAI_API_KEY: "sk-test" }).AGENT_MODEL).toBe("demo");
  });

  it.each([
    [{ AGENT_MODEL_BASE_URL: "ftp://host" }, /^AGENT_MODEL_BASE_URL must be an http or https address/],
    [{ DATABASE_URL: "mysql://host/db" }, /^DATABASE_URL must look like postgres:/],
    [{ DATABASE_URL: "nonsense" }, /^DATABASE_URL /],
    [{ DATABASE_DRIVER: "sqlite" }, /^DATABASE_DRIVER must be pglite, pg or neon/],
    [{ DATABASE_DRIVER: "pg" }, /^DATABASE_URL must be set for DATABASE_DRIVER=pg/],
    [{ DATABASE_DRIVER: "neon" }, /^DATABASE_URL must be set for DATABASE_DRIVER=neon/],
    [{ RATE_LIMIT_PER_MINUTE: "many" }, /^RATE_LIMIT_PER_MINUTE must be a number/],
    [{ RATE_LIMIT_PER_MINUTE: "0" }, /^RATE_LIMIT_PER_MINUTE must be 1 or more/],
    [{ AGENT_LEASE_SECONDS: "soon" }, /^AGENT_LEASE_SECONDS must be a number/],
    [{ AGENT_LEASE_SECONDS: "0" }, /^AGENT_LEASE_SECONDS must be more than 0/],
    [{ AGENT_LEASE_SECONDS: "Infinity" }, /^AGENT_LEASE_SECONDS /],
    [{ DEMO_DELAY_MS: "fast" }, /^DEMO_DELAY_MS must be a number/],
    [{ DEMO_DELAY_MS: "-1" }, /^DEMO_DELAY_MS must be 0 or more/],
    [{ RETENTION_DAYS: "-1" }, /^RETENTION_DAYS must be 0 or more/],
    [{ CRON_SECRET: "short" }, /^CRON_SECRET must have at least 16/],
    [{ FAULT_LAB: "yes" }, /^FAULT_LAB must be 1 .on. or 0 .off./],
    [{ AUTH_SECRET: "short" }, /^AUTH_SECRET must have at least 8/],
  ])("refuses %j with one sentence that names the variable", (source, message) => {
    expect(() => parseEnv(source)).toThrow(message);
    expect(() => parseEnv(source)).toThrow(/^[^\n]+$/);
  });

  it("never repeats a secret in its message", () => {
    expect(() => parseEnv({ AUTH_SECRET: "hunter2" })).not.toThrow(/hunter2/);
    expect(() => parseEnv({ DATABASE_URL: "mysql://u:hunter2@h/db" })).not.toThrow(/hunter2/);
  });

  it("is read again for a given source", () => {
    expect(readEnv({ AGENT_LEASE_SECONDS: "5" }).AGENT_LEASE_SECONDS).toBe(5);
    expect(readEnv({ AGENT_LEASE_SECONDS: "6" }).AGENT_LEASE_SECONDS).toBe(6);
  });
});

describe("the database driver", () => {
  it.each([
    [{}, "pglite"],
    [{ DATABASE_URL: "postgres://u@localhost:5432/db" }, "pg"],
    [{ DATABASE_URL: "postgresql://u@localhost/db" }, "pg"],
    [{ DATABASE_URL: "postgres://u:p@ep-cool-1.eu-central-1.aws.neon.tech/db?sslmode=require" }, "neon"],
    [{ DATABASE_URL: "postgres://u@neon.tech.example.com/db" }, "pg"],
    [{ DATABASE_URL: "postgres://u@notneon.tech/db" }, "pg"],
    [{ DATABASE_URL: "postgres://u@localhost/db", DATABASE_DRIVER: "neon" as const }, "neon"],
    [{ DATABASE_URL: "postgres://u@localhost/db", DATABASE_DRIVER: "pglite" as const }, "pglite"],
  ])("for %j is %s", (env, driver) => {
    expect(databaseDriver(env)).toBe(driver);
  });
});

describe("the fault lab", () => {
  it.each([
    [{}, false],
    [{ NODE_ENV: "production" }, false],
    [{ NODE_ENV: "test" }, false],
    [{ NODE_ENV: "development" }, true],
    [{ NODE_ENV: "development", FAULT_LAB: "0" }, false],
    [{ NODE_ENV: "production", FAULT_LAB: "1" }, true],
    [{ NODE_ENV: "production", FAULT_LAB: "0" }, false],
  ])("for %j is on: %j", (source, on) => {
    expect(isFaultLabOn(parseEnv(source))).toBe(on);
  });
});
