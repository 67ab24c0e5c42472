import type { AgentInterrupt, AgentRun, Answer, ClientTool, NumberedAgentEvent } from "./events";
import type { Block, Message } from "./messages";

/** A user's message as a client sent it. Its id decides whether it is a new question. */
export interface UserInput {
  id: string;
  blocks: Block[];
  /** One of the configured models; absent: the one that the thread had last. A repeated question keeps its own. */
  model?: string;
}

/**
 * What a client's continuation says, in our words. Built from the payload and the current wait, without side effects:
 * names, arguments and rules come from storage, the payload only carries answers.
 */
export interface Submission {
  /** Answers by call id. In an envelope (`strict: false`), ids outside the wait are history and ignored. */
  answers: Record<string, Answer>;
  /** Native maps: one unknown id refuses the whole map. */
  strict: boolean;
  /** A new question that came together with the answers. */
  message?: UserInput;
  /**
   * The client came to answer (an AG-UI `resume`): the request is never the turn of a message that it carries, and a
   * message that storage already has is history. Otherwise answers beside a message may be history themselves.
   */
  explicit?: boolean;
  /** The client that answers, by its name. */
  via?: string;
  /** The client's tool catalog on this request; an empty or absent one leaves the run's in force. */
  catalog?: ClientTool[];
}

/**
 * Inbound half of a protocol. Called under the thread's lock with the wait it would answer (`null`: nothing waits),
 * so it must be pure; it throws AppError("invalid-input") for a malformed payload.
 */
export interface InputTranslator<Payload> {
  translate(payload: Payload, wait: AgentInterrupt | null): Submission;
  /** Id of a user message that comes together with answers. */
  messageId?(payload: Payload): string | undefined;
  /** Ids that the client gave to its own messages in this payload and that would be stored. */
  recordIds?(payload: Payload): string[];
  /** Calls that the payload addresses by itself: a refusal of the payload tells what has become of them. */
  callIds?(payload: Payload): string[];
}

/** What an outbound adapter may know about the response it shapes. */
export interface StreamContext {
  threadId: string;
  /** The run as accepted. */
  run: AgentRun;
  /** Log number from which `transform` is fed: everything later, nothing earlier. */
  after: number;
  /**
   * Whether this response belongs to the request that claimed the segment: only it may start browser tools.
   * Reattachments, replays and other tabs are followers.
   */
  dispatcher: boolean;
  /** The run's stored messages, question included, as they were at `after`. */
  stored: Message[];
}

/** How a response's feed ended. `lost`: the run died or its log could not be read any further. */
export type StreamEnd = { type: "segment-end" } | { type: "lost"; message: string };

/**
 * Outbound half of a protocol: one pure state machine per response. `start` and `end` frame the feed, `transform` maps
 * one log event to zero or more wire items. It must close whatever it opened, whichever way the feed ends.
 */
export interface StreamAdapter<Wire> {
  /** HTTP headers beside the SSE ones. */
  headers: Record<string, string>;
  start(): Wire[];
  transform(event: NumberedAgentEvent): Wire[];
  end(end: StreamEnd): Wire[];
}

export type StreamAdapterFactory<Wire> = (context: StreamContext) => StreamAdapter<Wire>;
