import { AppError } from "../../errors";

/** The one agent of this application, under the id that CopilotKit asks for when nobody names another. */
export const AGENT_ID = "default";

/** What CopilotKit's browser half asks of its runtime, as far as we answer it. */
export type RuntimeCall =
  /** Which agents and features there are. */
  | { type: "info" }
  /** A turn or a continuation; the body is a `RunAgentInput`. */
  | { type: "run" }
  /** Restores the thread of the body's `RunAgentInput`, and follows its live run. */
  | { type: "connect" }
  /** Ends the thread's live run. */
  | { type: "stop"; threadId: string };

/**
 * The call that a request is, by its method and by the path below the runtime's own, still encoded: a thread id may
 * contain a slash. The runtime's other routes (`threads`, `memories`, `transcribe` …) do not exist here.
 *
 * @throws AppError `not-found`
 */
export function parseRuntimeCall(method: string, path: string): RuntimeCall {
  const [first, agentId, verb, threadId, ...rest] = path.split("/").filter(Boolean).map(decode);
  if (method === "GET" && first === "info" && agentId === undefined) return { type: "info" };
  if (method === "POST" && first === "agent" && rest.length === 0) {
    if (verb === "run" && threadId === undefined) return onAgent(agentId, { type: "run" });
    if (verb === "connect" && threadId === undefined) return onAgent(agentId, { type: "connect" });
    if (verb === "stop" && threadId !== undefined) return onAgent(agentId, { type: "stop", threadId });
  }
  throw new AppError("not-found", "This runtime answers only info, agent/run, agent/connect and agent/stop.");
}

function onAgent(agentId: string | undefined, call: RuntimeCall): RuntimeCall {
  if (agentId !== AGENT_ID) throw new AppError("not-found", `There is no agent "${agentId}", only "${AGENT_ID}".`);
  return call;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError("not-found", "The path is not well encoded.");
  }
}
