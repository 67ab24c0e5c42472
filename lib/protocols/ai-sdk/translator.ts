import type { AgentInterrupt, Answer } from "../../agent/events";
import type { InputTranslator } from "../../agent/protocol";
import type { ChatPayload } from "./parse-chat-request";
import { type PostedCall, postedCalls } from "./posted-message";

/**
 * Reads the answers out of the assistant message that a client sent back. The call id alone says what is answered: tool
 * names, inputs and approval ids of the client are not looked at. Ids outside the wait are history, which the agent
 * ignores; a result for a call that awaits a decision is passed on, so that the agent can refuse it.
 */
export const aiSdkInputTranslator: InputTranslator<ChatPayload> = {
  translate({ message, question }, wait) {
    const calls = postedCalls(message);
    const decisionsAreHistory = answersResults(calls, wait);
    const answers = calls.flatMap((call): [string, Answer][] => {
      const answer = toAnswer(call);
      return answer && !(decisionsAreHistory && answer.type === "approval") ? [[call.callId, answer]] : [];
    });
    return { answers: Object.fromEntries(answers), strict: false, ...(question && { message: question }) };
  },
  messageId: ({ question }) => question?.id,
};

/**
 * Whether the message answers the results that we wait for. Then a decision that it still shows as undelivered was
 * taken earlier in the run. Without such an answer the decision is what the client came for: a repeat by a second tab,
 * or one that came too late, and the agent must see it to say which.
 */
function answersResults(calls: PostedCall[], wait: AgentInterrupt | null): boolean {
  if (wait?.type !== "tool-results") return false;
  const awaited = new Set(wait.request.calls.map((call) => call.callId));
  return calls.some((call) => awaited.has(call.callId) && toAnswer(call)?.type === "outcome");
}

function toAnswer(call: PostedCall): Answer | null {
  switch (call.state) {
    case "approval-responded":
    case "output-denied":
      return call.decision && { type: "approval", ...call.decision };
    case "output-available":
    case "output-error":
      return call.outcome && { type: "outcome", outcome: call.outcome };
    default:
      return null;
  }
}
