import { AppError } from "../errors";
import type { JsonObject } from "../json";
import { clientSchemaProblem, isTooDeep } from "./client-schema";
import type { AgentDefinition } from "./define-agent";
import type { ClientTool } from "./events";

const DEFAULT_MAX_TOOLS = 64;
/** Characters of one declaration, and of a whole catalog: it is stored with the run and sent with every prompt. */
const TOOL_LIMIT = 32_768;
const CATALOG_LIMIT = 262_144;

/** What model providers accept as a name. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The tools that a client declares (`RunAgentInput.tools`), checked against the agent's tool policy. Schemas pass
 * unchanged; without one the tool takes no arguments.
 *
 * @throws AppError `tool-rejected`, naming the first tool that is refused
 */
export function parseClientTools(
  definition: Pick<AgentDefinition, "toolsByName" | "clientTools">,
  tools: unknown,
): ClientTool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) throw new AppError("invalid-input", "tools: expected a list.");
  const limit = definition.clientTools?.maxTools ?? DEFAULT_MAX_TOOLS;
  if (tools.length > limit) {
    throw new AppError("tool-rejected", `${tools.length} tools were declared; at most ${limit} are accepted.`);
  }
  const catalog = new Map<string, ClientTool>();
  let size = 0;
  for (const [index, declared] of tools.entries()) {
    const tool = parseClientTool(declared, index);
    const refuse = (problem: string) =>
      new AppError("tool-rejected", `The tool "${tool.name}" was refused: ${problem}.`);
    if (definition.toolsByName.get(tool.name)?.kind === "server") throw refuse("the server has a tool of this name");
    if (catalog.has(tool.name)) throw refuse("it is declared twice");
    const characters = JSON.stringify(tool).length;
    if (characters > TOOL_LIMIT) throw refuse(`its declaration has more than ${TOOL_LIMIT} characters`);
    size += characters;
    if (size > CATALOG_LIMIT) throw refuse(`with it, all declarations have more than ${CATALOG_LIMIT} characters`);
    const problem = clientSchemaProblem(tool.parameters);
    if (problem) throw refuse(`its schema is not usable, ${problem}`);
    catalog.set(tool.name, tool);
  }
  return [...catalog.values()];
}

function parseClientTool(declared: unknown, index: number): ClientTool {
  if (!isObject(declared) || typeof declared.name !== "string") {
    throw new AppError("tool-rejected", `tools.${index}: a tool needs a name.`);
  }
  const { name, description, parameters } = declared;
  const refuse = (problem: string) =>
    new AppError("tool-rejected", `The tool "${name.slice(0, 100)}" was refused: ${problem}.`);
  // A name that every object already has would be found in any map of tools.
  if (!NAME.test(name) || name in Object.prototype || name === "prototype") throw refuse("its name is not allowed");
  if (description !== undefined && description !== null && typeof description !== "string") {
    throw refuse("its description is not a text");
  }
  if (parameters !== undefined && parameters !== null && !isObject(parameters)) {
    throw refuse("its schema is not usable, it is not an object");
  }
  if (parameters && isTooDeep(parameters)) throw refuse("its schema is not usable, it is nested too deeply");
  const hasSchema = parameters && Object.keys(parameters).length > 0;
  return {
    name,
    description: description ?? "",
    parameters: hasSchema ? parameters : { type: "object", properties: {} },
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
