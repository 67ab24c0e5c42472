import type { Json } from "../../json";

/** What a planned step may call: tools of the test desk, and one that nobody offers. */
export const PLANNED_CALLS = {
  /** Runs on the server. */
  clock: { toolName: "clock", input: {} },
  /** Runs on the server, counted by call. */
  pay: { toolName: "pay", input: { amount: 50 } },
  /** Runs on the server once a person approves. */
  refund: { toolName: "pay", input: { amount: 250 } },
  /** Runs in the browser. */
  title: { toolName: "title", input: {} },
  /** Runs in the browser once a person approves. */
  copy: { toolName: "copy", input: { text: "words" } },
  /** Throws on the server, which fails the run. */
  explode: { toolName: "explode", input: {} },
  unknown: { toolName: "nobody_offers_this", input: {} },
} as const satisfies Record<string, { toolName: string; input: Json }>;

export type PlannedCall = keyof typeof PLANNED_CALLS;

/** One model step. One without calls is the answer and ends the turn. */
export interface PlannedStep {
  /** Waits to be released before it ends. */
  holds: boolean;
  calls: PlannedCall[];
}

/** What the model shall do in one turn; after the last step it says a text and ends. */
export interface Plan {
  /** Unique in its thread: the ids of the turn's calls begin with it. */
  tag: string;
  steps: PlannedStep[];
}

/** The plan as the text of a question: `tag: hold clock title / copy`. */
export function planText({ tag, steps }: Plan): string {
  return `${tag}: ${steps.map((step) => [...(step.holds ? ["hold"] : []), ...step.calls].join(" ")).join(" / ")}`;
}

export function parsePlan(text: string): Plan {
  const [tag = "", rest = ""] = text.split(": ");
  const steps = rest.split("/").map((part) => {
    const words = part.split(" ").filter(Boolean);
    return { holds: words.includes("hold"), calls: words.filter(isPlannedCall) };
  });
  return { tag, steps };
}

function isPlannedCall(word: string): word is PlannedCall {
  return Object.hasOwn(PLANNED_CALLS, word);
}
