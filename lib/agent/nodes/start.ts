import { next } from "../../workflow/node";
import { openCalls, recordGap } from "../close";
import { createMessage, resultMessage } from "../conversation";
import type { AgentDefinition } from "../define-agent";
import { type Message, noteId } from "../messages";
import { UNKNOWN_OUTCOME } from "../prompt";
import type { AgentNode } from "../resources";
import { archiveOldTurns } from "../window";

const INTERRUPTED_ANSWER = "My previous answer was interrupted before it was complete.";

/**
 * Opens a turn: closes what an interrupted turn left open, cuts a history that outgrew the window, reads the turn
 * context. What it adds is saved together with the question, once the first inference succeeds.
 */
export const startNode: AgentNode<"agent-start"> = {
  accepts: "agent-start",
  async *run(_event, context) {
    const { definition, conversation } = context.resources;
    const questionId = context.run.data.questionId;
    const messages = conversation.all();
    const question = messages.find((message) => message.id === questionId);
    if (!question) throw new Error("The run's question is not in storage.");
    const history = messages.filter((message) => message.id !== questionId && message.seq < question.seq);
    const close = () => closeOpenTurn(definition, history, question);
    const added = definition.requestMessages
      ? await definition.requestMessages(history, question, close)
      : await close();
    // What closes a turn leaves the window with it.
    const archived = archiveOldTurns([...history, ...added], definition);
    const changed = new Map([...added, ...archived].map((message) => [message.id, message]));
    for (const message of changed.values()) conversation.put(message);
    context.state.opening = [...changed.values()];
    context.state.context =
      (await definition.context?.({ threadId: context.ref.threadId, ownerId: context.ref.ownerId })) ?? [];
    return next({ type: "infer" });
  },
};

/** Error results for open calls, and a note where a question had no answer. */
async function closeOpenTurn(definition: AgentDefinition, history: Message[], question: Message): Promise<Message[]> {
  const closing: Message[] = [];
  const open = openCalls(history);
  // In the numbers that the turn kept free before its question: the results, then the note.
  const first = question.seq - recordGap(open.length);
  for (const [index, call] of open.entries()) {
    const outcome = (await definition.interruptedResult?.(call)) ?? UNKNOWN_OUTCOME;
    closing.push(resultMessage(call, outcome, { seq: first + index, runId: question.runId }));
  }
  const last = history[history.length - 1];
  if (last && last.role !== "assistant" ? true : closing.length > 0) {
    const text = definition.interruptedAnswer ?? INTERRUPTED_ANSWER;
    closing.push(
      createMessage({
        id: noteId(question.id),
        role: "assistant",
        seq: question.seq - 1,
        runId: last?.runId ?? question.runId,
        blocks: [{ type: "text", text }],
      }),
    );
  }
  return closing;
}
