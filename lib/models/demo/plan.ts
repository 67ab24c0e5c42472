import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { JsonObject } from "../../json";
import { describeOutcome } from "./describe";
import type { CallAction, FailAction, Intent } from "./intent";
import { INTENTS } from "./intents";
import { code } from "./quote";
import { parseScript, type Stage } from "./script";
import { isObject } from "./show";
import { type MadeCall, type OfferedTools, readSituation, readTools, type Situation } from "./situation";

export interface PlannedCall {
  toolName: string;
  /** JSON text, unless the question asks for a malformed one. */
  input: string;
}

/** What one request to the demo model answers. `failure` ends it after `text` instead of the calls. */
export interface Plan {
  turn: number;
  step: number;
  reasoning: string;
  text: string;
  calls: PlannedCall[];
  failure?: { message: string };
}

/** What `providerOptions.demo` says of the run behind a request. */
interface DemoOptions {
  /** From 1; a run that failed goes on with the next one. */
  attempt?: number;
}

/** A model that asks for more at once has lost its way. */
const MOST_CALLS = 16;

/** Decides from the request alone what the demo model answers. */
export function planAnswer(
  request: Pick<LanguageModelV4CallOptions, "prompt" | "tools" | "toolChoice" | "providerOptions">,
  intents: readonly Intent[] = INTENTS,
): Plan {
  const situation = readSituation(request.prompt);
  const tools = readTools(request);
  const script = parseScript(situation.question, intents, { tools, situation });
  const stages = arrange(script, tools);
  const { turn, step } = situation;
  const stage = nextStage(stages, situation);
  const { attempt = 1 }: DemoOptions = request.providerOptions?.demo ?? {};
  if (stage) return { turn, step, ...takeStage(stage, situation, attempt) };
  return { turn, step, ...answer(script, stages, situation, tools, intents) };
}

/** A stage that is worth a step: it calls a tool, or it fails. */
interface ActiveStage {
  says: string[];
  calls: CallAction[];
  failure?: FailAction;
}

/** Leaves out what nobody offers; what is only said goes with the next step, or with the final answer. */
function arrange(script: Stage[], tools: OfferedTools): ActiveStage[] {
  const stages: ActiveStage[] = [];
  let says: string[] = [];
  for (const { actions } of script) {
    const calls = actions.filter((action) => action.type === "call").filter((call) => isOffered(call, tools));
    const failure = actions.find((action) => action.type === "fail");
    for (const action of actions) if (action.type === "say") says.push(action.text);
    if (calls.length === 0 && !failure) continue;
    stages.push({ says, calls: calls.slice(0, MOST_CALLS), ...(failure ? { failure } : {}) });
    says = [];
  }
  return stages;
}

function isOffered(call: CallAction, tools: OfferedTools): boolean {
  return call.forced === true || tools.has(call.toolName);
}

/**
 * The first stage with calls that this turn has not made. Calls are recognised by their names, in order: their inputs may
 * read differently in the prompt. As many steps as there are stages are the limit, whatever the prompt looks like.
 */
function nextStage(stages: ActiveStage[], { calls, step }: Situation): ActiveStage | undefined {
  if (step >= stages.length) return undefined;
  const made = calls.map((call) => call.toolName);
  for (const stage of stages) {
    if (stage.failure) return stage;
    const open = stage.calls.filter(({ toolName }) => {
      const at = made.indexOf(toolName);
      if (at >= 0) made.splice(at, 1);
      return at < 0;
    });
    if (open.length > 0) return { ...stage, calls: open };
  }
  return undefined;
}

function takeStage(
  stage: ActiveStage,
  { calls, step }: Situation,
  attempt: number,
): Pick<Plan, "reasoning" | "text" | "calls" | "failure"> {
  if (stage.failure) {
    const { partial, recovered } = stage.failure;
    if (recovered && attempt > 1) {
      return {
        reasoning: "The user wanted to see one failure, and has seen it.",
        text: [...stage.says, recovered].join("\n\n"),
        calls: [],
      };
    }
    return {
      reasoning: "The user wants to see a failure. I simulate one of the model's provider.",
      text: [...stage.says, partial].filter((text) => text !== "").join("\n\n"),
      calls: [],
      failure: { message: "The demo model simulates a failure of its provider." },
    };
  }
  const purposes = joinWords(stage.calls.map((call) => call.purpose));
  const intro = `${step === 0 ? "I will" : "Now I will"} ${purposes}.`;
  const bad = calls.filter((call) => call.outcome.kind !== "returned").length;
  return {
    reasoning: [
      step === 0
        ? "The user asks for something that I can only know or do with a tool."
        : `${bad > 0 ? "Not everything before this went well, which I have to say in the end" : "The results so far are in"}.`,
      `Next: ${stage.calls.length === 1 ? "one call" : `${stage.calls.length} calls together`}, to ${purposes}.`,
    ].join(" "),
    text: [...stage.says, intro].join("\n\n"),
    calls: stage.calls.map(({ toolName, input }) => ({ toolName, input })),
  };
}

function answer(
  script: Stage[],
  stages: ActiveStage[],
  situation: Situation,
  tools: OfferedTools,
  intents: readonly Intent[],
): Pick<Plan, "reasoning" | "text" | "calls"> {
  const actions = script.flatMap((stage) => stage.actions);
  // What was said with a step before is not said again.
  const said = situation.step > 0 ? new Set(stages.flatMap((stage) => stage.says)) : new Set<string>();
  const says = actions.flatMap((action) => (action.type === "say" && !said.has(action.text) ? [action.text] : []));
  const missing = actions.filter((action) => action.type === "call").filter((call) => !isOffered(call, tools));
  const reports = situation.calls.map((call) => reportCall(call, intents));
  const parts = [
    joinReports(reports),
    filesNote(situation),
    ...says,
    ...(missing.length > 0 ? [missingNote(missing)] : []),
  ].filter((part) => part !== "");
  if (parts.length > 0) {
    const failed = situation.calls.some((call) => call.outcome.kind !== "returned");
    return {
      reasoning:
        situation.calls.length === 0
          ? "I can answer this without a tool."
          : failed
            ? "The calls are settled, and not all of them gave a result. I say plainly which."
            : "All results are in. I say what they are.",
      text: parts.join("\n\n"),
      calls: [],
    };
  }
  return { reasoning: "I do not know this one. I say what I can do.", text: abilities(tools, intents), calls: [] };
}

function reportCall(made: MadeCall, intents: readonly Intent[]): string {
  if (made.outcome.kind !== "returned") return describeOutcome(made);
  const input: JsonObject = isObject(made.input) ? made.input : {};
  const reporter = intents.find((intent) => intent.tool === made.toolName && intent.report);
  return reporter?.report?.(made.outcome.text, input) ?? describeOutcome(made);
}

function joinReports(reports: string[]): string {
  const short = reports.length > 1 && reports.every((report) => !report.includes("\n"));
  return short ? reports.map((report) => `- ${report}`).join("\n") : reports.join("\n\n");
}

/** A script cannot look into a file; that it arrived is what it can say. */
function filesNote({ files }: Situation): string {
  if (files.length === 0) return "";
  return `I was given ${joinWords(files.map((file) => code(file)))}. A real model would look into ${files.length === 1 ? "it" : "them"}; this one is a script.`;
}

function missingNote(missing: CallAction[]): string {
  const wanted = joinWords([...new Set(missing.map((call) => call.purpose))]);
  const names = joinWords([...new Set(missing.map((call) => code(call.toolName)))]);
  return `I cannot ${wanted}: nobody offers me the tool ${names} here.`;
}

function abilities(tools: OfferedTools, intents: readonly Intent[]): string {
  const offered = intents.filter(({ tool }) => !tool || tools.has(tool));
  const examples = (some: readonly Intent[]) =>
    some.flatMap(({ example }) => (example ? [`- ${example}`] : [])).join("\n");
  return [
    "I am the demo model: a script without a network behind it, which understands a few things about the order desk. You can ask me, for example:",
    examples(offered.filter((intent) => !intent.trial)),
    "Join wishes with “and” to have them done together, and with “then” to have them done one after the other. To see how mistakes and failures are dealt with:",
    examples(offered.filter((intent) => intent.trial)),
  ].join("\n\n");
}

function joinWords(words: string[]): string {
  if (words.length <= 1) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
