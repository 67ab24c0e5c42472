import type { RunHandle, ThreadAgent } from "../../agent/api";
import type { ClientTool } from "../../agent/events";
import type { Message } from "../../agent/messages";
import type { AgUiAdapterOptions } from "./adapter";
import { toAgUiMessages } from "./messages";
import type { AgUiPayload, AgUiRequest } from "./parse-run-agent-input";
import { agUiInputTranslator } from "./translator";
import type { AgUiMessage } from "./wire";

/** Stored messages that are read for a client whose own copy does not tell what it holds. */
const HISTORY_LIMIT = 1000;

/** An accepted request, and what its response needs to know about the client. */
export interface AcceptedRequest {
  handle: RunHandle;
  options: AgUiAdapterOptions;
}

/**
 * A new turn or a continuation, as the request's shape says. Resolves when it is durable.
 *
 * @param catalog the request's tools, already checked
 */
export async function acceptAgUi(
  agent: ThreadAgent,
  request: AgUiRequest,
  catalog: ClientTool[],
): Promise<AcceptedRequest> {
  const handle = await accept(agent, request, catalog);
  const { runId, state } = request;
  const resumed = request.payload?.resume.map((entry) => entry.interruptId) ?? [];
  const base = { runId, state, resumed };
  const isTurnOverAnswers = handle.acceptance === "started" && request.payload !== null;
  if (!isTurnOverAnswers && holdsRun(request.messages, handle)) {
    return { handle, options: { ...base, messages: request.messages } };
  }
  const { messages: history } = await agent.history({ limit: HISTORY_LIMIT });
  if (isTurnOverAnswers) return { handle, options: { ...base, messages: request.messages, history } };
  return { handle, options: { ...base, messages: messagesBefore(request.payload, handle, history) } };
}

function accept(agent: ThreadAgent, request: AgUiRequest, catalog: ClientTool[]): Promise<RunHandle> {
  if (request.kind === "turn" && request.payload === null) return agent.stream(request.message, { catalog });
  const payload = request.payload as AgUiPayload;
  return agent.submitInputs({ ...payload, catalog }, agUiInputTranslator).accept();
}

/** Whether the posted messages are the client's whole copy, which then has the run's question or some of its answer. */
function holdsRun(messages: AgUiMessage[], { run }: RunHandle): boolean {
  return messages.some(({ id }) => id === run.data.questionId || id.startsWith(run.data.messageId));
}

/**
 * What a client that posts only its newest messages must hold: what storage has, without the results that its `resume`
 * has brought about. Those are sent to it.
 */
function messagesBefore(payload: AgUiPayload | null, { context }: RunHandle, history: Message[]): AgUiMessage[] {
  const { run, stored } = context;
  const posted = new Set(payload?.results.map((result) => result.callId));
  const answered = new Set(payload?.resume.flatMap(addressedIds).filter((callId) => !posted.has(callId)));
  const isNews = (message: Message) => message.callId !== null && answered.has(message.callId);
  const earlier = history.filter((message) => message.runId !== run.runId && message.id !== run.data.questionId);
  const own = stored.filter((message) => !isNews(message));
  // A rejected call was never shown; one whose result came by way of the interrupt was.
  const shown = new Set(
    stored.filter((message) => isNews(message) && !isRejection(message)).map(({ callId }) => callId),
  );
  return toAgUiMessages([...earlier, ...own], (callId) => shown.has(callId));
}

/** The calls that a resume entry is about: an approval has its call's id, the results of a reloaded wait name theirs. */
function addressedIds({ interruptId, payload }: AgUiPayload["resume"][number]): string[] {
  return [interruptId, ...(typeof payload === "object" && payload !== null ? Object.keys(payload) : [])];
}

function isRejection(message: Message): boolean {
  return message.blocks.some((block) => block.type === "tool-result" && block.outcome.type === "rejected");
}
