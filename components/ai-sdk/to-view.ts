import { getToolName, isToolUIPart, type UIMessage } from "ai";
import { lastStepTools } from "@/lib/browser-tools/last-step";
import { endedBecause } from "../chat-ui/ended";
import type { BrowserExecution, ViewMessage, ViewPart, ViewToolPart } from "../chat-ui/view";
import { type AnyToolPart, isSettled } from "./calls";

/** What a view shows of a message beside the message itself. */
export interface ViewContext {
  /** The message belongs to the live turn: it is the conversation's last. */
  live: boolean;
  /** A response is being read. */
  busy: boolean;
  /** The last step has an approval that is still open. */
  asking: boolean;
  /** Calls that this page has started, and those of them whose handler still works. */
  started: ReadonlySet<string>;
  running: ReadonlySet<string>;
  /** Calls for which the server waits, as far as it has said so. */
  waiting: ReadonlySet<string>;
  notes: Readonly<Record<string, string>>;
}

/** Our server's closing part of a run that ended without an answer. Why the newest one failed is in the page's banner. */
function endOf(message: UIMessage, live: boolean): string | undefined {
  const last = message.parts.at(-1);
  if (last?.type !== "data-run") return undefined;
  const { status, message: reason } = last.data as { status?: unknown; message?: unknown };
  const ended = endedBecause(status);
  return ended && typeof reason === "string" && reason !== "" && !live ? `${ended} ${reason}` : ended;
}

function execution(part: AnyToolPart, context: ViewContext): BrowserExecution | undefined {
  const { toolCallId, state } = part;
  if (!context.live) return undefined;
  if (context.running.has(toolCallId)) return "running";
  if (context.busy || context.started.has(toolCallId)) return undefined;
  // A preview alone waits for nothing here: the server has the call in hand, or holds it back until its batch is decided.
  if (state === "input-available") return "unstarted";
  return !isSettled(part) && state !== "approval-requested" && context.waiting.has(toolCallId)
    ? "unstarted"
    : undefined;
}

function toToolPart(part: AnyToolPart, context: ViewContext): ViewToolPart {
  const browser = execution(part, context);
  const note = context.notes[part.toolCallId];
  const { approval } = part;
  return {
    type: "tool",
    callId: part.toolCallId,
    toolName: getToolName(part),
    state: part.state,
    input: part.input,
    live: context.live,
    ...(part.state === "output-available" ? { output: part.output } : {}),
    ...(part.state === "output-error" ? { errorText: part.errorText } : {}),
    ...(approval
      ? {
          approval: {
            ...(approval.requestReason === undefined ? {} : { question: approval.requestReason }),
            ...(approval.approved === undefined ? {} : { approved: approval.approved }),
            ...(approval.reason === undefined ? {} : { reason: approval.reason }),
          },
        }
      : {}),
    ...(browser ? { browser } : {}),
    ...(context.asking && part.state === "input-streaming" && !context.busy ? { heldBack: true } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

function toPart(part: UIMessage["parts"][number], index: number, context: ViewContext): ViewPart | null {
  if (part.type === "text" || part.type === "reasoning") {
    const streaming = part.state === "streaming" && context.live && context.busy;
    if (part.text === "" && !streaming) return null;
    return { type: part.type, id: `${part.type}-${index}`, text: part.text, streaming };
  }
  if (part.type === "file") {
    const { mediaType, url, filename } = part;
    return { type: "file", id: `file-${index}`, mediaType, url, ...(filename === undefined ? {} : { filename }) };
  }
  return isToolUIPart(part) ? toToolPart(part, context) : null;
}

function isMarkedFailed(metadata: unknown): boolean {
  return typeof metadata === "object" && metadata !== null && "failed" in metadata && metadata.failed === true;
}

/** A `UIMessage` as the shared pieces show it. Parts of kinds that they do not know are left out. */
export function toViewMessage(message: UIMessage, context: ViewContext): ViewMessage {
  const ended = endOf(message, context.live);
  return {
    id: message.id,
    role: message.role === "user" ? "user" : "assistant",
    parts: message.parts.flatMap((part, index) => toPart(part, index, context) ?? []),
    ...(ended === undefined ? {} : { ended }),
    ...(isMarkedFailed(message.metadata) ? { ended: "Not answered." } : {}),
  };
}

const finished = new WeakMap<UIMessage, ViewMessage>();

/**
 * The whole conversation. Only its last message can still change, so the others are mapped once and keep their
 * identity, and their views do not render again while an answer streams.
 */
export function toViewMessages(messages: UIMessage[], context: Omit<ViewContext, "live" | "asking">): ViewMessage[] {
  const asking = lastStepTools(messages).some((part) => part.state === "approval-requested");
  return messages
    .filter((message) => message.role !== "system")
    .map((message, index, all) => {
      if (index === all.length - 1) return toViewMessage(message, { ...context, asking, live: true });
      let view = finished.get(message);
      if (!view) {
        view = toViewMessage(message, { ...context, asking: false, live: false });
        finished.set(message, view);
      }
      return view;
    });
}
