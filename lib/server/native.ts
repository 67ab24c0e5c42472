import type { AgentResult, Continuation, RunHandle } from "../agent/api";
import { BODY_LIMIT, readJson } from "../http/body";
import { wants } from "../http/negotiate";
import type { RouteContext, RouteResult } from "../http/route";
import { numberedFrames, sseResponse } from "../http/sse";
import { RESULTS_LIMIT } from "../protocols/limits";
import { toNativeAnswer } from "../protocols/native/answer";
import { parseDecisions, parseFence, parseNewMessage, parseResults } from "../protocols/native/parse";
import { createNativeAdapter } from "../protocols/native/stream";
import { threadAgent } from "./thread";

/** The two ways to answer a native request: as events while it runs, or as JSON when the segment has ended. */
interface Work {
  stream(): Promise<RunHandle>;
  run(): Promise<AgentResult>;
}

/** `POST …/messages`: starts a turn. */
export async function postMessage(context: RouteContext): Promise<RouteResult> {
  const agent = await threadAgent(context);
  const message = parseNewMessage(await readJson(context.request, BODY_LIMIT));
  return answer(context, { stream: () => agent.stream(message), run: () => agent.chat(message) });
}

/** `POST …/approvals`: a person's decisions. */
export async function postApprovals(context: RouteContext): Promise<RouteResult> {
  const { decisions, via } = parseDecisions(await readJson(context.request, BODY_LIMIT));
  const agent = await threadAgent(context, via);
  return answer(context, continuing(agent.submitApprovalDecisions(decisions)));
}

/** `POST …/results`: outcomes of frontend calls. */
export async function postResults(context: RouteContext): Promise<RouteResult> {
  const agent = await threadAgent(context);
  const results = parseResults(await readJson(context.request, RESULTS_LIMIT));
  return answer(context, continuing(agent.submitToolResults(results)));
}

/** `POST …/recover`: continues a failed or dead run from its last committed step. */
export async function postRecover(context: RouteContext): Promise<RouteResult> {
  const agent = await threadAgent(context);
  const fence = parseFence(await readJson(context.request, BODY_LIMIT));
  const recover = () => agent.recover(fence);
  return answer(context, { stream: recover, run: async () => (await recover()).settled() });
}

function continuing(continuation: Continuation): Work {
  return { stream: () => continuation.accept(), run: () => continuation.run() };
}

async function answer({ request, requestId }: RouteContext, work: Work): Promise<RouteResult> {
  if (wants(request, "text/event-stream")) {
    const items = (await work.stream()).events(createNativeAdapter, request.signal);
    return sseResponse(items, { format: numberedFrames, signal: request.signal, requestId });
  }
  return toNativeAnswer(await work.run());
}
