import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../errors";

/** Which variable has the key of the models that begin like this. */
const KEYS: Record<string, string> = {
  custom: "AGENT_MODEL_API_KEY",
  openai: "OPENAI_API_KEY",
  "openai-chat": "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
};

/**
 * A failure in words, if it is one of the settings: the model's server cannot be reached, does not take the key, or knows
 * neither path nor model. In production they go to the log alone; else whoever asked reads them, with what to check. Any
 * other failure stays as it is.
 */
export function explainFailure(error: unknown, { id, production }: { id: string; production: boolean }): unknown {
  if (!APICallError.isInstance(error)) return error;
  const found = error.statusCode === undefined ? explainUnreachable(error, id) : explainRefusal(error.statusCode, id);
  if (!found) return error;
  // The host alone: the rest of an address may hold a key.
  const message = `The model server at ${new URL(error.url).host} ${found.what}.`;
  if (production) return new Error(message, { cause: error });
  return new AppError("unavailable", `${message} Check ${found.check}.`, {}, { cause: error });
}

interface Explanation {
  what: string;
  check: string;
}

function explainUnreachable(error: APICallError, id: string): Explanation {
  const { code } = (error.cause ?? {}) as { code?: unknown };
  const why = typeof code === "string" ? ` (${code})` : "";
  const check = isCustom(id) ? "AGENT_MODEL_BASE_URL, and that it is running" : "this machine's network";
  return { what: `could not be reached${why}`, check };
}

function explainRefusal(status: number, id: string): Explanation | null {
  if (status === 401 || status === 403) {
    const key = KEYS[id.slice(0, id.indexOf("/"))] ?? "AI_GATEWAY_API_KEY";
    return { what: `refused the request (${status})`, check: `${key}, and that it may use ${id}` };
  }
  if (status !== 404) return null;
  const model = `the model's name in AGENT_MODEL (${id})`;
  const check = isCustom(id) ? `the path in AGENT_MODEL_BASE_URL and ${model}` : model;
  return { what: "does not know this path or model (404)", check };
}

function isCustom(id: string): boolean {
  return id.startsWith("custom/");
}
