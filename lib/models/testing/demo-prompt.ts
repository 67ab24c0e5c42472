import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from "@ai-sdk/provider";
import type { PlannedCall } from "../demo/plan";

/** The contract's demo tools, as a request offers them. */
export const DEMO_TOOLS: LanguageModelV4FunctionTool[] = [
  tool("read_title"),
  tool("read_text", { selector: "string" }),
  tool("list_headings"),
  tool("read_form"),
  tool("is_checked", { selector: "string" }),
  tool("count_elements", { selector: "string" }),
  tool("read_attribute", { selector: "string", name: "string" }),
  tool("fill_field", { selector: "string", value: "string" }),
  tool("set_theme", { theme: "string" }),
  tool("copy_text", { text: "string" }),
  tool("pick_date", { label: "string" }),
  tool("server_clock"),
  tool("look_up_order", { orderId: "string" }),
  {
    type: "function",
    name: "search_orders",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string" }, status: { enum: ["processing", "shipped", "delivered", "cancelled"] } },
    },
  },
  tool("refund_order", { orderId: "string", amount: "number" }),
];

function tool(name: string, properties: Record<string, "string" | "number"> = {}): LanguageModelV4FunctionTool {
  return {
    type: "function",
    name,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }])),
      required: Object.keys(properties),
    },
  };
}

export function offer(...names: string[]): LanguageModelV4FunctionTool[] {
  return DEMO_TOOLS.filter(({ name }) => names.includes(name));
}

export function ask(question: string): LanguageModelV4Prompt {
  return [
    { role: "system", content: "You work at the order desk." },
    { role: "user", content: [{ type: "text", text: question }] },
  ];
}

/** Output of a tool as the shortest thing that says it: a text, or an output of another kind. */
export type Result = string | LanguageModelV4ToolResultOutput;

/** The prompt after a step: its calls, and one tool message with a result for each. */
export function settle(prompt: LanguageModelV4Prompt, calls: PlannedCall[], results: Result[]): LanguageModelV4Prompt {
  const made = calls.map((call, n) => ({ ...call, toolCallId: `call_${prompt.length}_${n}` }));
  return [
    ...prompt,
    {
      role: "assistant",
      content: made.map(({ toolCallId, toolName, input }) => ({
        type: "tool-call",
        toolCallId,
        toolName,
        input: parse(input),
      })),
    },
    {
      role: "tool",
      content: made.map(({ toolCallId, toolName }, n) => {
        const result = results[n] ?? "";
        const output: LanguageModelV4ToolResultOutput =
          typeof result === "string" ? { type: "text", value: result } : result;
        return { type: "tool-result", toolCallId, toolName, output };
      }),
    },
  ];
}

/** The agent keeps input that is not JSON as the text it is. */
function parse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
