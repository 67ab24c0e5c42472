import type { JsonObject } from "../../json";
import type { OfferedTools, Situation } from "./situation";

/** A call that the question asks for. */
export interface CallAction {
  type: "call";
  toolName: string;
  /** JSON text; a trial may ask for text that is not JSON. */
  input: string;
  /** What it is for, to follow "I will": "read the title of the page". */
  purpose: string;
  /** Called even though nobody offers it: only where the question asks for exactly that. */
  forced?: true;
}

/** Something to say, without a tool. */
export interface SayAction {
  type: "say";
  text: string;
}

/** A provider failure to simulate. */
export interface FailAction {
  type: "fail";
  /** What streams before it; empty for a failure before the first token. */
  partial: string;
  /** Fail only a run's first attempt; the next ones answer with this. */
  recovered?: string;
}

export type Action = CallAction | SayAction | FailAction;

/** One wish of the question: "read the text of #summary". */
export interface Clause {
  text: string;
  /** The text without what stands in quotation marks, backticks and braces: words there are values, not wishes. */
  bare: string;
}

export interface IntentContext {
  tools: OfferedTools;
  situation: Situation;
}

/** One thing that the demo model understands. To teach it another, add one of these to the table in `intents.ts`. */
export interface Intent {
  /** The tool it uses, if it always uses the same one. */
  tool?: string;
  /** A question that asks for it, for the list of abilities. */
  example?: string;
  /** Whether a clause asks for it. The first intent of the table that says yes takes the clause. */
  matches(clause: Clause, tools: OfferedTools): boolean;
  /** Whether a clause without a verb asks for the same thing again: "… and #customer". */
  repeats?(clause: Clause): boolean;
  /** A mistake or a failure on purpose, to see how the application deals with it. */
  trial?: true;
  /** A courtesy: it counts only where nothing else has been asked for yet. */
  courtesy?: true;
  /** Its clause ends in free text, which may go on over an "and" or a comma. */
  openEnded?: true;
  act(clause: Clause, context: IntentContext): Action[];
  /** Puts the tool's result into a sentence. Without it, or when it returns `undefined`, the result is quoted. */
  report?(result: string, input: JsonObject): string | undefined;
}

/** A call action, its input as JSON text. */
export function call(toolName: string, input: JsonObject, purpose: string): CallAction {
  return { type: "call", toolName, input: JSON.stringify(input), purpose };
}

export function say(text: string): SayAction {
  return { type: "say", text };
}
