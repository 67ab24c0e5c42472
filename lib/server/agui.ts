import { parseClientTools } from "../agent/client-tools";
import { readJson } from "../http/body";
import { logError, logToStderr } from "../http/log";
import type { RouteContext } from "../http/route";
import { dataFrames, sseResponse } from "../http/sse";
import { createId } from "../ids";
import { acceptAgUi } from "../protocols/ag-ui/accept";
import { createAgUiAdapter } from "../protocols/ag-ui/adapter";
import { followAgUi } from "../protocols/ag-ui/follow";
import { type Hydration, hydrate } from "../protocols/ag-ui/hydrate";
import { parseRunAgentInput } from "../protocols/ag-ui/parse-run-agent-input";
import { server } from "../server";
import { parsePage, parsePosition } from "./query";
import { threadAgent } from "./thread";
import { wholeTurns } from "./whole-turns";

/** Bytes: clients post their whole history. */
const AGUI_BODY_LIMIT = 4_000_000;

/** `POST /api/agui`: a new turn or a continuation, as the input's shape says. */
export async function postAgUi(context: RouteContext): Promise<Response> {
  const input = parseRunAgentInput(await readJson(context.request, AGUI_BODY_LIMIT));
  const agent = await threadAgent({ ...context, params: { threadId: input.threadId } }, "AG-UI");
  const catalog = parseClientTools((await server()).agent.definition, input.tools);
  const { handle, options } = await acceptAgUi(agent, input, catalog);
  const { signal } = context.request;
  const events = handle.events(createAgUiAdapter(options), signal);
  return sseResponse(events, { format: dataFrames, signal, requestId: context.requestId });
}

/** `GET /api/agui/threads/{threadId}`: a page of the transcript; the newest one comes with the run and what it waits for. */
export async function hydrateAgUi(context: RouteContext): Promise<Hydration> {
  const agent = await threadAgent(context);
  const page = parsePage(context.request);
  const { messages, more, run } = await wholeTurns((wanted) => agent.history(wanted), page);
  return hydrate(messages, page.before ? null : run, more);
}

/**
 * `GET /api/agui/threads/{threadId}/stream?after=&limit=&runId=`: the live run from `after` on. `after` and `limit` are
 * those of the client's last hydration; when the run has moved on since, its page is sent again first.
 */
export async function streamAgUi(context: RouteContext): Promise<Response> {
  const { request, requestId } = context;
  const after = parsePosition(request);
  const { limit } = parsePage(request);
  const runId = new URL(request.url).searchParams.get("runId")?.slice(0, 256) || createId("req");
  const agent = await threadAgent(context);
  const page = await wholeTurns((wanted) => agent.history(wanted), { limit });
  const { run } = page;
  if (run?.status !== "running") return new Response(null, { status: 204 });
  const { signal } = request;
  const onError = (error: unknown) =>
    logError(logToStderr, "run log broke off", error, { requestId, threadId: agent.ref.threadId });
  const events = followAgUi(agent, { page: { ...page, run }, after, runId, signal, onError });
  return sseResponse(events, { format: dataFrames, signal, requestId });
}
