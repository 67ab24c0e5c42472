import { type Agent, type AgentOptions, createAgent } from "./agent/create-agent";
import type { ModelPort } from "./agent/define-agent";
import type { AgentStore } from "./agent/store";
import { createOrderDesk } from "./agents/order-desk";
import type { OrderBook } from "./agents/order-desk/order-book"; // only with order-desk
import { type DatabaseDriver, databaseDriver, type Env, readEnv } from "./env";
import { logError, logToStderr } from "./http/log";
import { explainFailure } from "./models/explain-failure";
import { type ResolvedModel, resolveModels } from "./models/resolve";
import { background } from "./server/background";
import { agentStore, database } from "./server/database";
import { createOrderBook } from "./store/orders"; // only with order-desk

/** Everything that a request may use, joined once per process. */
export interface Server {
  env: Env;
  /** The default; `agent.models` has all of them. */
  model: { id: string };
  database: {
    driver: DatabaseDriver;
    /** Resolves when the database answers. */
    ping(): Promise<void>;
  };
  store: AgentStore;
  orders: OrderBook; // only with order-desk
  agent: Agent;
}

const FAILED_IN_DEVELOPMENT =
  "The model could not finish its answer. Try again, or look for the cause in the server's log.";

let joined: Promise<Server> | undefined;

/** The composition root: the only place that joins the rooms of lib. Nothing happens before the first call. */
export function server(): Promise<Server> {
  joined ??= join().catch((error: unknown) => {
    // A failure must not outlive its cause.
    joined = undefined;
    throw error;
  });
  return joined;
}

/** Checks the environment, opens the database and applies its migrations, so that a server that starts also works. */
export async function prepare(): Promise<void> {
  const { database } = await server();
  await database.ping();
}

async function join(): Promise<Server> {
  const env = readEnv();
  const [model, ...otherModels] = await resolveModels({ ...env, demoDelayMs: env.DEMO_DELAY_MS });
  const store = agentStore();
  const orders = createOrderBook(database); // only with order-desk
  const options: AgentOptions = {
    store,
    model: toPort(model, env),
    otherModels: otherModels.map((other) => ("problem" in other ? other : toPort(other, env))),
    leaseSeconds: env.AGENT_LEASE_SECONDS,
    background,
    // Whoever reads an answer in production has no way to the log.
    ...(env.NODE_ENV !== "production" && { failureText: FAILED_IN_DEVELOPMENT }),
    onError: (error, run) => logError(logToStderr, "run failed", error, run),
  };
  const agent = createAgent(createOrderDesk({ orders }), options);
  return {
    env,
    model: { id: model.id },
    database: { driver: databaseDriver(env), ping },
    store,
    orders, // only with order-desk
    agent,
  };
}

function toPort({ id, languageModel }: ResolvedModel, env: Env): ModelPort {
  const demo = languageModel.provider === "demo";
  return {
    id,
    async stream(call, { attempt }) {
      // No other provider is told of our runs.
      const providerOptions = demo ? { ...call.providerOptions, demo: { attempt } } : call.providerOptions;
      try {
        return (await languageModel.doStream({ ...call, providerOptions })).stream;
      } catch (error) {
        throw explainFailure(error, { id, production: env.NODE_ENV === "production" });
      }
    },
  };
}

async function ping(): Promise<void> {
  await (await database()).query({ name: "ping", text: "select 1 as one", values: [] });
}
