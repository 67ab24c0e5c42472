import { z } from "zod";

/** How the database is reached. */
export type DatabaseDriver = "pglite" | "pg" | "neon";

/** Every variable that the application reads. */
export const ENV_KEYS = [
  "AGENT_MODEL",
  "AGENT_MODEL_BASE_URL",
  "AGENT_MODEL_API_KEY",
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "AI_GATEWAY_API_KEY",
  "DATABASE_URL",
  "DATABASE_DRIVER",
  "NEON_WS_PROXY",
  "AUTH_SECRET",
  "AGENT_LEASE_SECONDS",
  "RATE_LIMIT_PER_MINUTE",
  "CRON_SECRET",
  "RETENTION_DAYS",
  "DATA_DIR",
  "DEMO_DELAY_MS",
  "FAULT_LAB",
] as const;

const text = z.string().optional();

const schema = z.object({
  /** Which model answers; `demo` needs no network. What a name means, and which key it needs, lib/models decides. */
  AGENT_MODEL: z.string().default("demo"),
  AGENT_MODEL_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an http or https address, for example http://localhost:11434/v1.",
    })
    .optional(),
  AGENT_MODEL_API_KEY: text,
  OPENAI_API_KEY: text,
  ANTHROPIC_API_KEY: text,
  GOOGLE_GENERATIVE_AI_API_KEY: text,
  AI_GATEWAY_API_KEY: text,
  /** `postgres://` address; unset means the embedded database under `DATA_DIR`. */
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must look like postgres://user:password@host:5432/name. Leave it unset to use the embedded database.",
    })
    .optional(),
  DATABASE_DRIVER: z
    .enum(["pglite", "pg", "neon"], {
      error: "must be pglite, pg or neon. Others cannot be used: Neon's HTTP driver, for one, has no transactions.",
    })
    .optional(),
  /** `host:port/path` of a local WebSocket proxy for Neon's driver. */
  NEON_WS_PROXY: text,
  AUTH_SECRET: z
    .string()
    .min(
      8,
      "must have at least 8 characters; `openssl rand -base64 32` makes a good one. Leave it unset to have one made.",
    )
    .optional(),
  /** Seconds of silence after which a running run counts as dead. */
  AGENT_LEASE_SECONDS: z.coerce
    .number({ error: "must be a number of seconds, for example 60." })
    .positive("must be more than 0 seconds.")
    .max(86_400, "must be at most 86400 seconds (a day).")
    .default(60),
  /** Requests that are more than reading, for each session and process; unset: no limit. */
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number({ error: "must be a number of requests, for example 60." })
    .min(1, "must be 1 or more requests. Leave it unset to have no limit.")
    .max(1_000_000, "must be at most 1000000 requests.")
    .optional(),
  /** What a scheduler sends as `Authorization: Bearer …`; without it there are no scheduled jobs. */
  CRON_SECRET: z
    .string()
    .min(16, "must have at least 16 characters; `openssl rand -hex 32` makes a good one.")
    .optional(),
  /** Days for which the log of a finished run is kept once the retention job runs. */
  RETENTION_DAYS: z.coerce
    .number({ error: "must be a number of days, for example 30." })
    .min(0, "must be 0 or more days.")
    .max(36_500, "must be at most 36500 days (a century).")
    .default(30),
  DATA_DIR: z.string().default(".data"),
  /** Milliseconds between two words of the demo model; unset leaves it at a pace to read along. */
  DEMO_DELAY_MS: z.coerce
    .number({ error: "must be a number of milliseconds, for example 18." })
    .min(0, "must be 0 or more milliseconds.")
    .max(10_000, "must be at most 10000 milliseconds.")
    .optional(),
  /** `1` lets the inspector break runs on purpose, `0` does not; unset: only under `next dev`. */
  FAULT_LAB: z.enum(["0", "1"], { error: "must be 1 (on) or 0 (off)." }).optional(),
  /** Set by Node's and Next's own commands, not by people. */
  NODE_ENV: text,
});

/** The checked environment. */
export type Env = z.output<typeof schema>;

/**
 * Checks an environment. Empty values count as unset.
 * @throws Error whose message is one sentence that names the variable and the fix.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries([...ENV_KEYS, "NODE_ENV"].map((key) => [key, source[key]?.trim() || undefined]));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${String(issue?.path[0] ?? "The environment")} ${issue?.message ?? "is not valid."}`);
  }
  const env = parsed.data;
  databaseDriver(env);
  return env;
}

/**
 * Which driver reaches the database: `DATABASE_DRIVER` if given, otherwise what `DATABASE_URL` asks for.
 * @throws Error when the two contradict each other.
 */
export function databaseDriver(env: Pick<Env, "DATABASE_URL" | "DATABASE_DRIVER">): DatabaseDriver {
  const driver = env.DATABASE_DRIVER;
  if ((driver === "pg" || driver === "neon") && !env.DATABASE_URL) {
    throw new Error(`DATABASE_URL must be set for DATABASE_DRIVER=${driver}: give the postgres:// address to use.`);
  }
  if (driver) return driver;
  if (!env.DATABASE_URL) return "pglite";
  const host = new URL(env.DATABASE_URL).hostname;
  return host === "neon.tech" || host.endsWith(".neon.tech") ? "neon" : "pg";
}

/** Whether runs may be broken on purpose from the inspector. */
export function isFaultLabOn(env: Pick<Env, "FAULT_LAB" | "NODE_ENV">): boolean {
  return env.FAULT_LAB === undefined ? env.NODE_ENV === "development" : env.FAULT_LAB === "1";
}

let cached: Env | undefined;

/** The environment of this process, checked at first use and kept. A given `source` is checked afresh. */
export function readEnv(source?: Record<string, string | undefined>): Env {
  if (source) return parseEnv(source);
  cached ??= parseEnv(process.env);
  return cached;
}
