import type { AgentInterrupt, AgentRun } from "../../agent/events";
import { type Block, isNote, type Message, outcomesByCall, type ToolOutcome, toolCalls } from "../../agent/messages";
import type { ChatMessage, ChatPart } from "./chat-message";
import { toToolPart } from "./tool-part";

/**
 * The transcript as AI SDK messages: every question under its stored id, and one assistant message per run under the id
 * that its stream had. `run` is the thread's latest run; only of that one is known how it stands.
 *
 * This is what a live client holds after the stream, except that a waiting frontend call always reads as
 * `input-available`, that parts have no stream leftovers (`rawInput`, reasoning ids, approvals in states whose type has
 * none), that a step which never committed is absent, and that of earlier runs nothing says how they ended unless they
 * ended on calls.
 */
export function toUiMessages(messages: Message[], run: AgentRun | null): ChatMessage[] {
  const shown = messages.filter((message) => message.supersededBy === null && !isNote(message));
  // A run that was interrupted has its open calls closed by the run after it.
  const outcomes = outcomesByCall(shown);
  const answers = new Map<string, Message[]>();
  for (const message of shown) {
    if (message.role === "user") continue;
    const answer = answers.get(message.runId);
    if (answer) answer.push(message);
    else answers.set(message.runId, [message]);
  }
  return shown.flatMap((message): ChatMessage[] => {
    if (message.role === "user") return [toQuestion(message, run)];
    const answer = answers.get(message.runId) ?? [];
    // The whole answer stands where its first message stood.
    answers.delete(message.runId);
    return toAnswer(answer, outcomes, run?.runId === message.runId ? run : null);
  });
}

function toQuestion(message: Message, run: AgentRun | null): ChatMessage {
  const isAsked = run?.data.questionId === message.id && run.status !== "failed" && run.status !== "cancelled";
  const failed = !message.inContext && !isAsked;
  const parts = message.blocks.flatMap((block) => toPart(block));
  return { id: message.id, role: "user", parts, ...(failed && { metadata: { failed: true } }) };
}

/** `run` only if it is the latest one, whose state is known. */
function toAnswer(messages: Message[], stored: Map<string, ToolOutcome>, run: AgentRun | null): ChatMessage[] {
  const steps = messages.filter((message) => message.role === "assistant");
  const [first] = steps;
  if (!first) return [];
  const wait = run?.status === "suspended" ? run.interrupt : null;
  const hasEnded = run?.status !== "running" && run?.status !== "suspended";
  const outcomes = wait ? new Map([...stored, ...acceptedOutcomes(wait)]) : stored;
  const parts = steps.flatMap((step): ChatPart[] => [
    { type: "step-start" },
    ...step.blocks.flatMap((block): ChatPart[] =>
      block.type === "tool-call"
        ? [toToolPart(block, { outcome: outcomes.get(block.callId) ?? null, wait, hasEnded })]
        : toPart(block, { state: "done" }),
    ),
    ...(step.blocks.length === 0 ? toPart({ type: "text", text: "" }, { state: "done" }) : []),
  ]);
  const metadata = { runId: first.runId, ...(run && { status: run.status }) };
  const id = run?.data.messageId ?? first.id;
  return [{ id, role: "assistant", parts: [...parts, ...closing(run, steps)], metadata }];
}

/** The step of its own that closes a run which ended without an answer. */
function closing(run: AgentRun | null, steps: Message[]): ChatPart[] {
  const endsOnCalls = toolCalls(steps[steps.length - 1] as Message).length > 0;
  if (run?.status === "running" || run?.status === "suspended") return [];
  if (run?.status !== "failed" && run?.status !== "cancelled" && !endsOnCalls) return [];
  const runId = run?.runId ?? (steps[0] as Message).runId;
  const data = {
    runId,
    ...(run && { status: run.status }),
    ...(run?.status === "failed" && { message: run.error.message }),
  };
  return [{ type: "step-start" }, { type: "data-run", data }];
}

function acceptedOutcomes(wait: AgentInterrupt) {
  return Object.entries(wait.answers).flatMap(([callId, answer]) =>
    answer.type === "outcome" ? [[callId, answer.outcome] as const] : [],
  );
}

function toPart(block: Block, stream: { state?: "done" } = {}): ChatPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text, ...stream }];
    case "reasoning":
      return [{ type: "reasoning", text: block.text, ...stream }];
    case "file":
      return [
        {
          type: "file",
          mediaType: block.mediaType,
          url: block.url,
          ...(block.filename && { filename: block.filename }),
        },
      ];
    case "tool-call":
    case "tool-result":
      return [];
  }
}
