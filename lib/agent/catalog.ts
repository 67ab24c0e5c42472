import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { Validator } from "@cfworker/json-schema";
import { z } from "zod";
import type { Json, JsonObject } from "../json";
import { withoutPatterns } from "./client-schema";
import type { AgentDefinition } from "./define-agent";
import type { AgentState, ClientTool } from "./events";
import type { ToolKind } from "./messages";
import { type AnyTool, frontendTool, toJsonSchema } from "./tool";

/** What the model's call of a name means for this run. */
export type ResolvedTool =
  | { type: "tool"; tool: AnyTool }
  /** The run was once offered this client tool, but its current catalog lacks it. */
  | { type: "unmounted" }
  | { type: "unknown" };

const APPROVAL_REASON = "This action needs your approval.";

/**
 * The tools now in force: the agent's own, with the client's catalog over them. For a name that both declare, the
 * client's schema and the agent's approval rule hold. An agent's frontend tool counts as offered only through the
 * catalog when there is one.
 */
export function toolsInForce(definition: AgentDefinition, catalog: ClientTool[] | null): AnyTool[] {
  if (catalog === null) return [...definition.toolsByName.values()];
  const server = [...definition.toolsByName.values()].filter((tool) => tool.kind === "server");
  return [...server, ...catalog.map((tool) => fromClient(definition, tool))];
}

function fromClient(definition: AgentDefinition, tool: ClientTool): AnyTool {
  const declared = definition.toolsByName.get(tool.name);
  const reason = definition.clientTools?.requireApproval?.[tool.name];
  return frontendTool({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.parameters,
    approval: declared?.approval || reason || false,
  });
}

export function resolveTool(definition: AgentDefinition, state: AgentState, name: string): ResolvedTool {
  const tool = toolsInForce(definition, state.catalog).find((candidate) => candidate.name === name);
  if (tool) return { type: "tool", tool };
  return { type: state.offered.includes(name) ? "unmounted" : "unknown" };
}

export function kindOf(resolved: ResolvedTool): ToolKind {
  return resolved.type === "tool" ? resolved.tool.kind : "unknown";
}

/** Tools as the model reads them. Client schemas pass unchanged. */
export function toModelTools(tools: AnyTool[]): LanguageModelV4FunctionTool[] {
  return tools.map((tool) => ({
    type: "function",
    name: tool.name,
    description: tool.description,
    inputSchema: toJsonSchema(tool.inputSchema) as LanguageModelV4FunctionTool["inputSchema"],
  }));
}

export type ParsedInput = { ok: true; input: Json } | { ok: false; input: Json; problem: string };

/** Checks the model's arguments against the tool's schema. What a zod schema transforms reaches only the tool itself. */
export function parseToolInput(tool: AnyTool, text: string): ParsedInput {
  let input: Json;
  try {
    input = text.trim() === "" ? {} : (JSON.parse(text) as Json);
  } catch {
    return { ok: false, input: text, problem: `The arguments of ${tool.name} are not valid JSON.` };
  }
  const problem =
    tool.inputSchema instanceof z.ZodType
      ? zodProblem(tool.inputSchema, input)
      : schemaProblem(tool.kind === "frontend" ? withoutPatterns(tool.inputSchema) : tool.inputSchema, input);
  return problem
    ? { ok: false, input, problem: `The arguments of ${tool.name} do not fit its schema: ${problem}` }
    : { ok: true, input };
}

function zodProblem(schema: z.ZodType, input: Json): string | null {
  const parsed = schema.safeParse(input);
  return parsed.success ? null : z.prettifyError(parsed.error);
}

function schemaProblem(schema: JsonObject, input: Json): string | null {
  const result = new Validator(schema as ConstructorParameters<typeof Validator>[0], "2020-12").validate(input);
  if (result.valid) return null;
  return result.errors.map((error) => `${error.instanceLocation} ${error.error}`).join("; ");
}

/** The reason to show when a person must approve this call, else `null`. */
export function approvalReason(tool: AnyTool, input: Json): string | null {
  const parsed = tool.inputSchema instanceof z.ZodType ? tool.inputSchema.parse(input) : input;
  const verdict = typeof tool.approval === "function" ? tool.approval(parsed) : tool.approval;
  if (verdict === true) return APPROVAL_REASON;
  return verdict === false || verdict === undefined ? null : verdict;
}
