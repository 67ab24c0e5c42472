import type { UIMessage, UIMessageChunk } from "ai";
import type { AgentRun } from "../../agent/events";
import type { Json, JsonObject } from "../../json";

/** What our messages carry beside their parts. */
export interface ChatMetadata {
  /** On assistant messages: the run that wrote it. */
  runId?: string;
  /** On assistant messages: the run's status when the response ended; in a history only on the latest run. */
  status?: AgentRun["status"];
  /** On user messages: the question never reached the model. */
  failed?: true;
}

/**
 * Our `data-…` parts. Only `data-run` stays in the message: it closes a run that ended without an answer, in a step of
 * its own, so that no client takes the last step's settled calls for something to send. The others are transient.
 */
export type ChatData = {
  run: { runId: string; status?: AgentRun["status"]; message?: string };
  custom: { name: string; value: Json };
  activity: { messageId: string; activityType: string; content: JsonObject };
  step: { name: string; status: "started" | "finished"; stepId: string };
};

export type ChatMessage = UIMessage<ChatMetadata, ChatData>;
export type ChatPart = ChatMessage["parts"][number];
export type ChatChunk = UIMessageChunk<ChatMetadata, ChatData>;

/** Error text of a call that was still open when its run ended. */
export const UNFINISHED_CALL = "This call ended without a result.";
