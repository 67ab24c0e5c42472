import type { AnyNode, WorkflowDefinition } from "../workflow/node";
import type { ThreadRef } from "../workflow/types";
import { closeRun } from "./close";
import { coalesceDeltas } from "./coalesce-deltas";
import { Conversation } from "./conversation";
import type { AgentDefinition } from "./define-agent";
import type { AgentTypes } from "./events";
import type { ModelList } from "./model-list";
import { awaitResultsNode } from "./nodes/await-results";
import { endNode, outputNode } from "./nodes/end";
import { inferenceNode } from "./nodes/inference";
import { startNode } from "./nodes/start";
import { toolsNode } from "./nodes/tools";
import { MAX_CONTEXT_MESSAGES } from "./window";

export interface AgentPorts {
  models: ModelList;
  usedCallIds: (ref: ThreadRef, callIds: string[]) => Promise<string[]>;
  failureText: string;
  onError: (error: unknown, run: { threadId: string; runId: string }) => void;
}

/** The agent as the engine runs it: start → inference ⇄ tools → output → end. */
export function createAgentWorkflow(definition: AgentDefinition, ports: AgentPorts): WorkflowDefinition<AgentTypes> {
  const entry = definition.entryNodes?.() ?? [startNode];
  const exit = definition.exitNodes?.() ?? [outputNode];
  const nodes: AnyNode<AgentTypes>[] = [...entry, inferenceNode, toolsNode, awaitResultsNode, ...exit, endNode];
  return {
    name: definition.name,
    nodes,
    middleware: definition.middleware ?? [],
    contextSize: MAX_CONTEXT_MESSAGES,
    resources: ({ ref, run, context }) => ({
      definition,
      model: ports.models.of(run.data.model),
      conversation: new Conversation(
        context.filter(
          (message) => message.supersededBy === null && (message.inContext || message.id === run.data.questionId),
        ),
      ),
      usedCallIds: (callIds) => ports.usedCallIds(ref, callIds),
      failureText: ports.failureText,
      onError: (error) => ports.onError(error, { threadId: run.threadId, runId: run.runId }),
    }),
    close: closeRun,
    coalesce: coalesceDeltas,
    // Deltas come by the hundred, and the brackets around them say how long they took.
    timed: (event) => !event.type.endsWith("-delta"),
    keep: (event) =>
      event.type !== "tool-input-delta" && event.type !== "tool-input-start" && event.type !== "activity",
    describeWait: (interrupt) =>
      JSON.parse(JSON.stringify({ id: interrupt.id, type: interrupt.type, ...interrupt.request })),
    toRunError: () => ({ code: "internal", message: "Something went wrong while the agent was working. Try again." }),
    ...(definition.retainCompletionUntilAcknowledged && { retainCompletionUntilAcknowledged: true }),
  };
}
