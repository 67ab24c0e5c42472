import { parseClientTools } from "../agent/client-tools";
import { readJson } from "../http/body";
import { logError, logToStderr } from "../http/log";
import type { RouteContext, RouteResult } from "../http/route";
import { dataFrames, sseResponse } from "../http/sse";
import { parseRunAgentInput } from "../protocols/ag-ui/parse-run-agent-input";
import type { AgUiEvent } from "../protocols/ag-ui/wire";
import { connectThread, parseConnectInput } from "../protocols/copilotkit/connect";
import { runThread } from "../protocols/copilotkit/run";
import { parseRuntimeCall } from "../protocols/copilotkit/runtime-call";
import { toRuntimeInfo } from "../protocols/copilotkit/runtime-info";
import { server } from "../server";
import { threadAgent } from "./thread";
import { wholeTurns } from "./whole-turns";

const BASE_PATH = "/api/copilotkit";
/** Bytes: CopilotKit posts the whole conversation. */
const BODY_LIMIT = 4_000_000;
/** Stored messages that a page is restored with: CopilotKit cannot ask for older ones. */
const RESTORED_MESSAGES = 1000;
const DESCRIPTION = "Looks after the order desk: in the browser, on the server, and with a person's approval.";

/** `/api/copilotkit/*`: the four routes of a CopilotKit runtime that its browser half needs. */
export async function serveCopilotKit(context: RouteContext): Promise<RouteResult> {
  const { method, url } = context.request;
  // Still encoded, unlike the route's parameters: a thread id may contain a slash.
  const call = parseRuntimeCall(method, new URL(url).pathname.slice(BASE_PATH.length));
  switch (call.type) {
    case "info":
      return toRuntimeInfo(DESCRIPTION);
    case "run":
      return runAgent(context);
    case "connect":
      return connectAgent(context);
    case "stop":
      return { stopped: await (await agentOn(context, call.threadId)).stop() };
  }
}

async function runAgent(context: RouteContext): Promise<Response> {
  const input = parseRunAgentInput(await readJson(context.request, BODY_LIMIT));
  const agent = await agentOn(context, input.threadId);
  const catalog = parseClientTools((await server()).agent.definition, input.tools);
  return stream(context, await runThread(agent, input, { catalog, signal: context.request.signal }));
}

async function connectAgent(context: RouteContext): Promise<Response> {
  const input = parseConnectInput(await readJson(context.request, BODY_LIMIT));
  const agent = await agentOn(context, input.threadId);
  const page = await wholeTurns((wanted) => agent.history(wanted), { limit: RESTORED_MESSAGES });
  const { requestId, request } = context;
  const onError = (error: unknown) =>
    logError(logToStderr, "run log broke off", error, { requestId, threadId: input.threadId });
  return stream(context, connectThread(agent, { ...input, page, onError, signal: request.signal }));
}

function agentOn(context: RouteContext, threadId: string) {
  return threadAgent({ ...context, params: { threadId } }, "CopilotKit");
}

function stream({ request, requestId }: RouteContext, events: AsyncIterable<AgUiEvent>): Response {
  return sseResponse(events, { format: dataFrames, signal: request.signal, requestId });
}
