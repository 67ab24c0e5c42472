import type { HandledToolInputs } from "../agents/order-desk/frontend-tools.schema";
import type { Json } from "../json";

/** Names of the tools that this folder answers. */
export type HandledToolName = keyof HandledToolInputs;

/**
 * The browser half of one tool. The input has the type that the tool's schema promises; over AG-UI and CopilotKit nobody
 * checks a model's arguments in the browser, so a handler says readably what it cannot work with. What it throws becomes
 * the call's error, read by the model.
 */
export type ToolHandler<Name extends HandledToolName, Output extends Json = Json> = (
  input: HandledToolInputs[Name],
) => Output | Promise<Output>;
