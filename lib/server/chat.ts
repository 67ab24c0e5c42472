import type { RunHandle, ThreadAgent } from "../agent/api";
import { inspectRun } from "../agent/inspect";
import { readJson } from "../http/body";
import type { RouteContext } from "../http/route";
import { dataFramesThenDone, sseResponse } from "../http/sse";
import { AI_SDK_HEADERS, createAiSdkAdapter } from "../protocols/ai-sdk/adapter";
import { toUiMessages } from "../protocols/ai-sdk/history";
import { type ChatPayload, type ChatRequest, parseChatRequest } from "../protocols/ai-sdk/parse-chat-request";
import { aiSdkInputTranslator } from "../protocols/ai-sdk/translator";
import { checkQuestionSize } from "../protocols/limits";
import { parsePage } from "./query";
import { threadAgent } from "./thread";
import { wholeTurns } from "./whole-turns";

/** Bytes: clients that are not our page post their whole history. */
const CHAT_BODY_LIMIT = 4_000_000;

/** `POST /api/chat`: a new turn or a continuation, as the request's shape says. */
export async function postChat(context: RouteContext): Promise<Response> {
  const chat = parseChatRequest(await readJson(context.request, CHAT_BODY_LIMIT));
  if (chat.kind === "turn") checkQuestionSize(chat.message);
  const agent = await threadAgent({ ...context, params: { threadId: chat.threadId } }, "AI SDK");
  const handle = await accept(agent, chat);
  return streamChat(context, handle, chat.kind === "continuation" ? chat.payload.message : null);
}

/** `GET /api/chat/{threadId}/stream`: the live run's whole message, or 204 when nothing runs. */
export async function reattachChat(context: RouteContext): Promise<Response> {
  const handle = await (await threadAgent(context)).attach();
  return handle ? streamChat(context, handle, null) : new Response(null, { status: 204 });
}

/** `GET /api/chat/{threadId}`: our own history. `before` names the message that older pages end at, if there are any. */
export async function chatHistory(context: RouteContext) {
  const agent = await threadAgent(context);
  const page = parsePage(context.request);
  const { messages, more, run, after } = await wholeTurns((wanted) => agent.history(wanted), page);
  return {
    // A wait belongs to the newest page only: shown on an older one, it would be there twice.
    messages: toUiMessages(messages, page.before ? null : run),
    run: run && inspectRun(run),
    after,
    before: more ? (messages[0]?.id ?? null) : null,
  };
}

/** Resolves when the question or the answers are durable. */
function accept(agent: ThreadAgent, chat: ChatRequest): Promise<RunHandle> {
  const submit = (payload: ChatPayload) => agent.submitInputs(payload, aiSdkInputTranslator).accept();
  if (chat.kind === "continuation") return submit(chat.payload);
  return chat.payload ? submit(chat.payload) : agent.stream(chat.message, { regenerate: chat.regenerate });
}

function streamChat(
  { request, requestId }: RouteContext,
  handle: RunHandle,
  posted: Parameters<typeof createAiSdkAdapter>[0],
): Response {
  return sseResponse(handle.events(createAiSdkAdapter(posted), request.signal), {
    format: dataFramesThenDone,
    headers: AI_SDK_HEADERS,
    signal: request.signal,
    requestId,
  });
}
