import { next, wait } from "../../workflow/node";
import { toolCalls } from "../messages";
import type { AgentNode } from "../resources";
import { toPending } from "./tools";

/** Hands a batch's frontend calls to the browser and waits for all of their results. */
export const awaitResultsNode: AgentNode<"await-results"> = {
  accepts: "await-results",
  async *run(event, context) {
    // The results were stored as messages when they were accepted.
    if (context.answered) return next({ type: "infer" });
    const message = context.resources.conversation.get(event.messageId);
    if (!message) throw new Error("The step's message is not in storage.");
    const calls = toolCalls(message)
      .filter((call) => event.callIds.includes(call.callId))
      .map(toPending);
    yield { type: "calls-dispatched", calls };
    return wait({ type: "tool-results", request: { calls } });
  },
};
