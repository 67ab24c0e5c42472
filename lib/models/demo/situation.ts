import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import type { JsonObject } from "../../json";
import { truncate } from "./truncate";

/** How a call ended, as far as the prompt tells. */
export type Outcome =
  | { kind: "returned"; text: string }
  | { kind: "failed" | "cancelled" | "stopped"; text: string }
  | { kind: "rejected"; reason: string | undefined }
  | { kind: "open" };

/** A call in the prompt, with what came of it. */
export interface MadeCall {
  toolName: string;
  input: unknown;
  outcome: Outcome;
}

/** What the demo model knows: nothing but the request, like any model. */
export interface Situation {
  /** Text of the last user message. */
  question: string;
  /** Files of the last user message, by name and type. */
  files: string[];
  /** Number of user messages. */
  turn: number;
  /** Steps of this turn that made calls. */
  step: number;
  /** Calls of this turn, in order. */
  calls: MadeCall[];
  /** Earlier questions with their calls, oldest first. */
  earlier: { question: string; calls: MadeCall[] }[];
}

/** Tools that may be called, with their input schemas. */
export type OfferedTools = ReadonlyMap<string, JsonObject>;

/** Parsing is for sentences, not for documents. */
const LONGEST_QUESTION = 4_000;

export function readTools({
  tools,
  toolChoice,
}: Pick<LanguageModelV4CallOptions, "tools" | "toolChoice">): OfferedTools {
  if (toolChoice?.type === "none") return new Map();
  return new Map(
    (tools ?? []).flatMap((tool) => (tool.type === "function" ? [[tool.name, tool.inputSchema] as const] : [])),
  );
}

/** Reads a prompt turn by turn: each user message opens one. */
export function readSituation(prompt: LanguageModelV4Prompt): Situation {
  const outcomes = readOutcomes(prompt);
  const turns: { question: string; files: string[]; calls: MadeCall[]; steps: number }[] = [];
  for (const message of prompt) {
    if (message.role === "user") {
      // Text parts after the first carry context for this turn, not the question.
      const text = message.content.find((part) => part.type === "text")?.text ?? "";
      const files = message.content.flatMap((part) =>
        part.type === "file" ? [part.filename ? `${part.filename} (${part.mediaType})` : part.mediaType] : [],
      );
      turns.push({ question: truncate(text, LONGEST_QUESTION), files, calls: [], steps: 0 });
    }
    const turn = turns.at(-1);
    if (message.role !== "assistant" || !turn) continue;
    const calls = message.content.filter((part) => part.type === "tool-call");
    if (calls.length > 0) turn.steps++;
    for (const { toolCallId, toolName, input } of calls) {
      turn.calls.push({ toolName, input, outcome: outcomes.get(toolCallId) ?? { kind: "open" } });
    }
  }
  const current = turns.at(-1) ?? { question: "", files: [], calls: [], steps: 0 };
  return {
    question: current.question,
    files: current.files,
    turn: turns.length,
    step: current.steps,
    calls: current.calls,
    earlier: turns.slice(0, -1).map(({ question, calls }) => ({ question, calls })),
  };
}

function readOutcomes(prompt: LanguageModelV4Prompt): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const message of prompt) {
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-result") outcomes.set(part.toolCallId, toOutcome(part.output));
    }
  }
  return outcomes;
}

function toOutcome(output: LanguageModelV4ToolResultOutput): Outcome {
  switch (output.type) {
    case "text":
      return fromText(output.value);
    case "json":
      return fromText(JSON.stringify(output.value));
    case "content":
      return fromText(output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n"));
    case "execution-denied":
      return { kind: "rejected", reason: output.reason };
    case "error-text":
      return failure(output.value);
    case "error-json":
      return failure(typeof output.value === "string" ? output.value : JSON.stringify(output.value));
  }
}

/** A rejection is told to models as a plain sentence, and some clients can report a failure only as text. */
function fromText(text: string): Outcome {
  const rejected = /^The user rejected\b.*?(?:Reason: (.*))?$/s.exec(text);
  if (rejected) return { kind: "rejected", reason: rejected[1] };
  const reported = /^Error: (.+)$/s.exec(text)?.[1] ?? /^\{"error":("(?:[^"\\]|\\.)*")\}$/.exec(text)?.[1];
  return reported === undefined ? { kind: "returned", text } : failure(unquote(reported));
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function failure(text: string): Outcome {
  if (/\bcancell?ed\b/i.test(text)) return { kind: "cancelled", text };
  if (/\bstopped\b/i.test(text)) return { kind: "stopped", text };
  return { kind: "failed", text };
}
