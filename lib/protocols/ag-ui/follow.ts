import type { ThreadAgent } from "../../agent/api";
import type { AgentRun } from "../../agent/events";
import { LOST_TEXT } from "../../agent/handle";
import type { Message } from "../../agent/messages";
import type { StreamEnd } from "../../agent/protocol";
import { type AgUiAdapterOptions, createAgUiAdapter } from "./adapter";
import { hydrate } from "./hydrate";
import type { AgUiEvent } from "./wire";

export interface FollowOptions extends Pick<AgUiAdapterOptions, "runId" | "mapEvent"> {
  /** The newest page of the transcript, whole turns, with the run as it was then. */
  page: { messages: Message[]; run: AgentRun; after: number };
  /** Log number up to which the client's messages reach. Unless it is the page's own, the page is sent first. */
  after: number;
  signal?: AbortSignal;
  /** Receives the cause that the neutral error event hides. */
  onError: (error: unknown) => void;
}

/**
 * A run that is still streaming, for a client that comes back to it: from the end of its page, to the run's end or its
 * next wait. The reader starts no browser tools.
 */
export async function* followAgUi(agent: ThreadAgent, options: FollowOptions): AsyncGenerator<AgUiEvent, void, void> {
  const { page, after, runId, mapEvent, signal, onError } = options;
  const { messages } = hydrate(page.messages, page.run);
  const adapter = createAgUiAdapter({ runId, messages, resync: after !== page.after, ...(mapEvent && { mapEvent }) })({
    threadId: agent.ref.threadId,
    run: page.run,
    after: page.after,
    dispatcher: false,
    stored: page.messages.filter(
      (message) => message.runId === page.run.runId || message.id === page.run.data.questionId,
    ),
  });
  yield* adapter.start();
  let end: StreamEnd = { type: "segment-end" };
  try {
    for await (const item of agent.follow(page.after, { ...(signal && { signal }), merged: true })) {
      if (item.runId !== page.run.runId) break;
      yield* adapter.transform(item);
    }
  } catch (error) {
    onError(error);
    end = { type: "lost", message: LOST_TEXT };
  }
  yield* adapter.end(end);
}
