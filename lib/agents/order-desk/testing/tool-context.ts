import type { ApprovalVerdict, ToolContext } from "../../../agent/tool";

/** The context that a tool sees when run `run_1` of the owner "owner" executes call `call_1`. */
export function createToolContext(changes: Partial<ToolContext> = {}): ToolContext {
  return {
    threadId: "thread_1",
    ownerId: "owner",
    runId: "run_1",
    callId: "call_1",
    signal: new AbortController().signal,
    emit: () => {},
    ...changes,
  };
}

/** What the tool's approval policy says about an input. */
export function approvalFor<Input>(
  tool: { approval: ApprovalVerdict | ((input: Input) => ApprovalVerdict) },
  input: Input,
): ApprovalVerdict {
  return typeof tool.approval === "function" ? tool.approval(input) : tool.approval;
}

/** Parses as the agent does before it executes: what the schema refuses never reaches the tool. */
export async function runTool<Input, Result>(
  tool: { inputSchema: { parse(input: unknown): Input }; execute(input: Input, context: ToolContext): Result },
  input: unknown,
  context: Partial<ToolContext> = {},
): Promise<Awaited<Result>> {
  return await tool.execute(tool.inputSchema.parse(input), createToolContext(context));
}
