import type { AbstractAgent } from "@copilotkit/react-core/v2";
import { endedBecause } from "../chat-ui/ended";
import { statusText } from "../chat-ui/status-text";
import type { ViewMessage, ViewStatus } from "../chat-ui/view";
import { newestTurn, openCalls } from "./agent-messages";
import type { ThreadView } from "./thread-context";
import type { ThreadState } from "./thread-state";
import { toApprovalPart } from "./to-approval-part";
import { toToolPart } from "./to-tool-part";

type Interrupts = AbstractAgent["pendingInterrupts"];

export interface ThreadStatus {
  status: ViewStatus;
  text: string;
  /** An answer is being written: nothing can be sent. */
  busy: boolean;
  /** Something runs or waits that can be stopped. */
  canStop: boolean;
  /** The agent waits for answers: sending cancels them. */
  waits: boolean;
}

/** How the thread stands, in the words of the shared pieces. */
export function threadStatus({ state, messages, reading }: ThreadView, interrupts: Interrupts): ThreadStatus {
  const isAsking = state.asking.size > 0;
  const busy = reading || state.reconnecting || (state.working && !isAsking);
  const waits = !busy && (interrupts.length > 0 || openCalls(messages).length > 0);
  const status = viewStatus({ state, messages, reading }, isAsking);
  const text = state.reconnecting
    ? "Reconnecting…"
    : state.restored
      ? statusText(status, [newestAnswer({ state, messages, reading }, interrupts)])
      : "Loading the conversation…";
  return { status, text, busy: busy || state.running.size > 0, canStop: busy || waits, waits };
}

function viewStatus(view: Pick<ThreadView, "state" | "messages" | "reading">, isAsking: boolean): ViewStatus {
  const { state, messages, reading } = view;
  if (state.reconnecting || !state.restored) return state.problem ? "error" : "submitted";
  if (reading) return messages.at(-1)?.role === "user" ? "submitted" : "streaming";
  // News without a retry, such as a decision made elsewhere, leaves the page as usable as it was.
  if (state.problem?.kind) return "error";
  return (state.working && !isAsking) || state.running.size > 0 ? "streaming" : "ready";
}

/** Why the newest answer is not a whole one, once nothing can come of it any more. */
export function endOfAnswer({ working, run }: Pick<ThreadState, "working" | "run">): string | undefined {
  return working ? undefined : endedBecause(run?.status);
}

/** The newest turn's answer as one message, of which the status line needs the calls. */
function newestAnswer(view: Pick<ThreadView, "state" | "messages" | "reading">, interrupts: Interrupts): ViewMessage {
  const answers = newestTurn(view.messages).filter((message) => message.role !== "user");
  const calls = answers.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
  const parts = calls.map((call) =>
    toToolPart({ callId: call.id, toolName: call.function.name, args: undefined }, view),
  );
  const approvals = interrupts.map((interrupt) => toApprovalPart(interrupt, undefined));
  const ended = endOfAnswer(view.state);
  return {
    id: "newest",
    role: answers.length > 0 ? "assistant" : "user",
    parts: [...parts, ...approvals],
    ...(ended && { ended }),
  };
}
