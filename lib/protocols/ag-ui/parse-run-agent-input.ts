import { z } from "zod";
import type { ClientTool } from "../../agent/events";
import type { ToolOutcome } from "../../agent/messages";
import type { UserInput } from "../../agent/protocol";
import { createId } from "../../ids";
import type { Json } from "../../json";
import { checkMessageCount } from "../limits";
import { invalid, parseAt } from "./invalid";
import { contentText, toKnownMessage } from "./known-message";
import { parseUserInput } from "./user-input";
import type { AgUiMessage } from "./wire";

/** One answer to an interrupt, as the client sent it. */
export interface ResumeEntry {
  interruptId: string;
  status: "resolved" | "cancelled";
  payload?: Json;
}

/** A tool message that the client added. */
export interface PostedResult {
  /** `null` for an id that could not be stored. */
  id: string | null;
  callId: string;
  outcome: ToolOutcome;
}

/** What a continuation carries. */
export interface AgUiPayload {
  resume: ResumeEntry[];
  /** The tool messages after the last assistant or user message. */
  results: PostedResult[];
  /** Calls of the client's last assistant message that it has no result for. */
  openCalls: string[];
  /** A user message at the end: the next question, or the one that the answered run is about. */
  question: UserInput | null;
  /** The request's tools, checked by the agent's policy. */
  catalog: ClientTool[];
}

interface AgUiRequestBase {
  threadId: string;
  /** Names this request, nothing else: clients use one id for several. */
  runId: string;
  /** The client's copy of the conversation, as far as both protocol generations know it. */
  messages: AgUiMessage[];
  state: Json;
  /** Not looked at yet. */
  tools: unknown;
}

/**
 * A `RunAgentInput`. Its shape alone decides: `resume` or a trailing tool message continues, a trailing user message
 * starts. A turn has a `payload` when tool messages stand directly before its question: answers that came with it.
 */
export type AgUiRequest = AgUiRequestBase &
  ({ kind: "turn"; message: UserInput; payload: AgUiPayload | null } | { kind: "continuation"; payload: AgUiPayload });

const text = (name: string) => z.string(`expected a ${name}`).min(1, `expected a ${name}`).max(256);

const inputSchema = z.looseObject({
  threadId: text("thread id"),
  runId: text("run id").nullish(),
  messages: z.array(z.unknown(), "expected a list of messages"),
  state: z.unknown().optional(),
  tools: z.unknown().optional(),
  resume: z
    .array(
      z.looseObject({
        interruptId: text("interrupt id"),
        status: z.enum(["resolved", "cancelled"], "expected resolved or cancelled"),
        payload: z.unknown().optional(),
      }),
      "expected a list",
    )
    .nullish(),
  // Free for every client's own use: only what has the right shape is ours.
  forwardedProps: z
    .object({ model: z.string().min(1) })
    .nullish()
    .catch(null),
});

const toolMessageSchema = z.looseObject({
  id: z.unknown().optional(),
  toolCallId: text("tool call id"),
  content: z.union([z.string(), z.array(z.unknown())], "expected a text").nullish(),
  error: z.string("expected a text").nullish(),
});

/** Ids that clients give to their messages; another one is replaced by ours. */
const MESSAGE_ID = /^\P{C}{1,128}$/u;
const UNSAID = "The tool failed without saying why.";

/**
 * Parses the body of `POST /api/agui`. Unknown fields are ignored.
 * @throws AppError `invalid-input`, naming the first wrong path; `too-large`
 */
export function parseRunAgentInput(body: unknown): AgUiRequest {
  const input = parseAt(inputSchema, body, []);
  checkMessageCount(input.messages);
  const base: AgUiRequestBase = {
    threadId: input.threadId,
    runId: input.runId ?? createId("req"),
    messages: input.messages.flatMap((message) => toKnownMessage(message) ?? []),
    state: (input.state ?? {}) as Json,
    tools: input.tools,
  };
  const resume = (input.resume ?? []).map(({ interruptId, status, payload }, index, all): ResumeEntry => {
    if (all.findIndex((entry) => entry.interruptId === interruptId) < index) {
      throw invalid(["resume", index, "interruptId"], "this interrupt is answered twice");
    }
    const isGiven = payload !== undefined && payload !== null;
    return { interruptId, status, ...(isGiven && { payload: payload as Json }) };
  });
  const end = conversationEnd(input.messages);
  const payload: AgUiPayload = {
    resume,
    results: end.results.map((index) => parseResult(input.messages[index], ["messages", index])),
    openCalls: openCalls(base.messages),
    question:
      end.question === null
        ? null
        : {
            ...parseUserInput(input.messages[end.question], ["messages", end.question]),
            ...(input.forwardedProps ?? {}),
          },
    catalog: [],
  };
  if (resume.length > 0) return { ...base, kind: "continuation", payload };
  if (payload.question) {
    return { ...base, kind: "turn", message: payload.question, payload: payload.results.length > 0 ? payload : null };
  }
  if (payload.results.length > 0) return { ...base, kind: "continuation", payload };
  throw invalid(["messages"], "must end with a user message or a tool message, or come with a resume");
}

/** Where the conversation ends: roles that nobody says anything with are passed over. */
function conversationEnd(messages: unknown[]): { question: number | null; results: number[] } {
  const results: number[] = [];
  let question: number | null = null;
  for (let index = messages.length - 1; index >= 0; index--) {
    switch (roleOf(messages[index])) {
      case "tool":
        results.unshift(index);
        break;
      case "user":
        if (question !== null || results.length > 0) return { question, results };
        question = index;
        break;
      case "assistant":
        return { question, results };
      case "activity":
      case "reasoning":
      case "system":
      case "developer":
        break;
      default:
        if (question === null && results.length === 0) throw invalid(["messages", index, "role"], "unknown role");
    }
  }
  return { question, results };
}

function roleOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "role" in message ? message.role : undefined;
}

function parseResult(value: unknown, path: PropertyKey[]): PostedResult {
  const { id, toolCallId, content, error } = parseAt(toolMessageSchema, value, path);
  const outcome: ToolOutcome =
    typeof error === "string"
      ? { type: "error", message: error || contentText(content) || UNSAID }
      : { type: "result", value: contentText(content) };
  if (error == null && content == null) throw invalid([...path, "content"], "expected a text");
  return { id: typeof id === "string" && MESSAGE_ID.test(id) ? id : null, callId: toolCallId, outcome };
}

function openCalls(messages: AgUiMessage[]): string[] {
  const answered = new Set(messages.map((message) => (message.role === "tool" ? message.toolCallId : null)));
  const last = messages.findLast((message) => message.role === "assistant");
  return (last?.toolCalls ?? []).map((call) => call.id).filter((callId) => !answered.has(callId));
}
