import type { AgentInterrupt, Answer } from "../../agent/events";
import { resultMessageId } from "../../agent/messages";
import type { InputTranslator } from "../../agent/protocol";
import type { AgUiPayload, PostedResult } from "./parse-run-agent-input";
import { addressedCalls, resumeAnswers } from "./resume";

/**
 * Reads the answers out of a `RunAgentInput`: tool messages are results, `resume` entries are decisions, or the results
 * of a frontend wait that a reload brought back. Call ids alone say what is answered.
 */
export const agUiInputTranslator: InputTranslator<AgUiPayload> = {
  translate(payload, wait) {
    const answers: Record<string, Answer> = Object.create(null);
    for (const [callId, answer] of resumeAnswers(payload, wait)) answers[callId] = answer;
    const addressed = new Set(Object.keys(answers));
    for (const { id, callId, outcome } of relevantResults(payload, wait)) {
      if (addressed.has(callId)) continue;
      answers[callId] = { type: "outcome", outcome, ...(id && { messageId: id }) };
    }
    const { question, resume, catalog } = payload;
    return {
      answers,
      strict: false,
      ...(question && { message: question }),
      ...(resume.length > 0 && { explicit: true }),
      ...(catalog.length > 0 && { catalog }),
    };
  },
  messageId: ({ question }) => question?.id,
  callIds: addressedCalls,
  recordIds: ({ results }) => results.flatMap(({ id }) => id ?? []),
};

/** The tool messages that can be answers; the others are our own results, which the client sends back. */
function relevantResults({ results, resume }: AgUiPayload, wait: AgentInterrupt | null): PostedResult[] {
  // While a decision is awaited, no call of the batch has been handed to a browser.
  if (wait?.type === "approval" && resume.length > 0) return [];
  const awaited = new Set(wait?.request.calls.map((call) => call.callId));
  // What we have written ourselves reads differently there: a failure or a rejection has lost its mark.
  const own = results.filter(({ id, callId }) => id !== resultMessageId(callId) || awaited.has(callId));
  return own.length > 0 || resume.length > 0 ? own : results;
}
