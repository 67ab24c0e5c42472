import type { Node } from "../workflow/node";
import type { Conversation } from "./conversation";
import type { AgentDefinition, ModelPort } from "./define-agent";
import type { AgentNodeEvent, AgentTypes } from "./events";

/** Live collaborators of one segment; nodes take everything else from here, never from a constructor. */
export interface AgentResources {
  definition: AgentDefinition;
  model: ModelPort;
  conversation: Conversation;
  /** Which of these call ids the thread has used before the conversation that is loaded. */
  usedCallIds: (callIds: string[]) => Promise<string[]>;
  /** What a reader is told of a failed model call whose cause is not safe to show. */
  failureText: string;
  /** Receives the cause that the run's neutral error text hides. */
  onError: (error: unknown) => void;
}

export type AgentNode<Type extends AgentNodeEvent["type"]> = Node<AgentTypes, Type>;
