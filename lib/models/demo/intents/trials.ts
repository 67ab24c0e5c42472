import { type CallAction, type Clause, call, type Intent, say } from "../intent";
import { code } from "../quote";
import { invalidInput, sampleInput } from "../sample";
import { isObject, parseJson } from "../show";
import type { OfferedTools } from "../situation";

const CALLING = /\b(?:call|use|invoke|run|try|execute)\b/i;

/** The offered tool that a clause names, word for word. */
function namedTool({ text }: Clause, tools: OfferedTools): string | undefined {
  const words = new Set(text.match(/[\w.-]+/g)?.map((word) => word.replace(/^[.-]+|[.-]+$/g, "")) ?? []);
  return [...tools.keys()].find((name) => words.has(name));
}

const unknownTool: Intent = {
  trial: true,
  example: "Call a tool that does not exist",
  matches: ({ bare }) =>
    /\btools?\b.*\b(?:does|do|did)(?:n['’]?t| not)\s+exist\b|\bno[\s_-]such[\s_-]tool\b|\b(?:unknown|non-?existent|imaginary) tool\b/i.test(
      bare,
    ),
  act: () => [forced("no_such_tool", "{}", "call a tool that does not exist, as you ask")],
};

const unmountedTool: Intent = {
  trial: true,
  matches: ({ bare }) => /\bunmounted\b/i.test(bare),
  act: ({ text }) => {
    const name = /\bunmounted\s+(?:tool\s+)?[`"“']?([\w.-]{1,64})/i.exec(text)?.[1]?.replace(/[.-]+$/, "");
    if (!name || name.toLowerCase() === "tool")
      return [say("Which tool? For example: call the unmounted tool `read_title`.")];
    return [forced(name, JSON.stringify(givenInput(text) ?? {}), `call ${code(name)}, even if nobody offers it now`)];
  },
};

const invalidJson: Intent = {
  trial: true,
  example: "Call a tool with invalid JSON",
  matches: ({ bare }) => /\b(?:invalid|broken|malformed|bad)\s+json\b/i.test(bare),
  act: (clause, { tools }) => {
    const toolName = namedTool(clause, tools) ?? "look_up_order";
    return [
      {
        type: "call",
        toolName,
        input: '{"orderId": "A-1001"',
        purpose: `call ${code(toolName)} with input that is not JSON`,
      },
    ];
  },
};

const badArguments: Intent = {
  trial: true,
  example: "Call a tool with bad arguments",
  matches: ({ bare }) =>
    /\b(?:bad|wrong|invalid|broken|illegal)\s+(?:arguments?|args|inputs?|parameters?)\b|\barguments?\b.*\b(?:schema|wrong type)\b/i.test(
      bare,
    ),
  act: (clause, { tools }) => {
    const toolName = namedTool(clause, tools) ?? "look_up_order";
    const input = JSON.stringify(invalidInput(tools.get(toolName)));
    return [{ type: "call", toolName, input, purpose: `call ${code(toolName)} with arguments against its schema` }];
  },
};

const anyTool: Intent = {
  trial: true,
  example: 'Call read_text with {"selector": "#customer"}',
  matches: (clause, tools) => CALLING.test(clause.bare) && namedTool(clause, tools) !== undefined,
  act: (clause, { tools }) => {
    const toolName = namedTool(clause, tools);
    if (!toolName) return [];
    return [call(toolName, givenInput(clause.text) ?? sampleInput(tools.get(toolName)), `call ${code(toolName)}`)];
  },
};

function givenInput(text: string) {
  const value = parseJson(/\{.*\}/s.exec(text)?.[0] ?? "");
  return isObject(value) ? value : undefined;
}

function forced(toolName: string, input: string, purpose: string): CallAction {
  return { type: "call", toolName, input, purpose, forced: true };
}

/** Calls that show how the application deals with a model's mistakes, and any tool by its name. */
export const callTrials: Intent[] = [unknownTool, unmountedTool, invalidJson, badArguments, anyTool];

const FAILING =
  /^(?:\W|please\b|now\b|just\b|but\b)*(?:fail|break|crash)\b|\b(?:fail|break|crash|stop working)\b.*\b(?:middle|halfway|half-way|mid-?answer|once|immediately|at once|before|first)\b|\bsimulate\b.*\b(?:failure|error|crash|outage)\b|\bprovider (?:failure|error)\b/i;

const failure: Intent = {
  trial: true,
  example: "Break in the middle of an answer",
  matches: ({ bare }) => FAILING.test(bare),
  act: ({ bare }) => [
    {
      type: "fail",
      partial: /\b(?:immediately|at once|before|right away)\b/i.test(bare)
        ? ""
        : "This answer begins well, and then, in the middle of a sentence, the provider",
      ...(/\bonce\b(?<!\bat once)/i.test(bare)
        ? {
            recovered:
              "This time it went well: the first try of this question failed as you asked, and the second one answered.",
          }
        : {}),
    },
  ],
};

/** Last in the table: "fail" inside another wish is not a wish to fail. */
export const failureTrials: Intent[] = [failure];
