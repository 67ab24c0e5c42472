import { z } from "zod";
import type { Json } from "../../json";
import { type NodeContext, next, wait } from "../../workflow/node";
import { resolveTool } from "../catalog";
import { memoKey, resultEvent, saidAgain } from "../close";
import { resultMessage, save } from "../conversation";
import type { AgentEvent, AgentTypes, PendingCall } from "../events";
import { type ToolCallBlock, type ToolOutcome, toolCalls } from "../messages";
import { UNKNOWN_OUTCOME } from "../prompt";
import type { AgentNode } from "../resources";
import { type ServerTool, ToolError } from "../tool";

const TOOL_MAX_RUNS = 10;

type Context = NodeContext<AgentTypes>;

/**
 * The calls of one model step, in phases: server tools without approval in parallel; all approvals together; approved
 * server tools; then every frontend call at once. Entered again with the decisions, it finds in storage what is done.
 */
export const toolsNode: AgentNode<"tools"> = {
  accepts: "tools",
  async *run(event, context) {
    const { conversation } = context.resources;
    const message = conversation.get(event.messageId);
    if (!message) throw new Error("The step's message is not in storage.");
    const calls = toolCalls(message);
    const open = () => calls.filter((call) => !conversation.outcomes().has(call.callId));

    // This very step may have been here before its process died.
    const own = new Set(calls.map((call) => call.callId));
    const before = conversation.all().filter((message) => message.callId !== null && own.has(message.callId));
    yield* saidAgain(before, (step) => step === context.step);
    for (const call of open()) {
      if (call.invalid) yield settleCall(context, call, { type: "error", message: call.invalid });
    }
    yield* await executeAll(
      context,
      open().filter((call) => call.kind === "server" && !call.approval),
    );

    const undecided = open().filter((call) => call.approval && !call.approval.decision);
    if (undecided.length > 0) {
      const pending = undecided.map((call) => ({ ...toPending(call), reason: call.approval?.reason ?? "" }));
      for (const call of pending) yield { type: "approval-requested", ...call };
      return wait({ type: "approval", request: { calls: pending } });
    }
    yield* await executeAll(
      context,
      open().filter((call) => call.kind === "server"),
    );

    const frontend = open();
    for (const call of frontend) {
      if (!countRun(context, call.toolName)) yield settleCall(context, call, tooManyRuns(call.toolName));
    }
    const dispatched = open();
    if (dispatched.length === 0) return next({ type: "infer" });
    return next({
      type: "await-results",
      messageId: event.messageId,
      step: event.step,
      callIds: dispatched.map((call) => call.callId),
    });
  },
};

export function toPending(call: ToolCallBlock): PendingCall {
  return { callId: call.callId, toolName: call.toolName, input: call.input };
}

/** Gives a call its result with this step's commit. */
function settleCall(context: Context, call: ToolCallBlock, outcome: ToolOutcome): AgentEvent {
  const result = save(context, context.resources.conversation, resultMessage(call, outcome));
  return resultEvent(call, outcome, result.id);
}

/** Counts an execution; `false` when the tool has used up its runs. */
function countRun(context: Context, toolName: string): boolean {
  const { definition } = context.resources;
  const limit = definition.toolsByName.get(toolName)?.maxRuns ?? definition.toolMaxRuns ?? TOOL_MAX_RUNS;
  const runs = (Object.hasOwn(context.state.toolRuns, toolName) ? context.state.toolRuns[toolName] : 0) ?? 0;
  if (runs >= limit) return false;
  context.state.toolRuns[toolName] = runs + 1;
  return true;
}

function tooManyRuns(toolName: string): ToolOutcome {
  return { type: "error", message: `${toolName} was not executed: it has reached its limit of calls for this run.` };
}

/**
 * Executes server tools in parallel. One durable write says that they begin; each result is stored on its own as soon
 * as it is there. A call that was marked by a process that died has an unknown outcome and is not run again.
 */
async function executeAll(context: Context, calls: ToolCallBlock[]): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  const toRun: { call: ToolCallBlock; tool: ServerTool }[] = [];
  for (const call of calls) {
    const resolved = resolveTool(context.resources.definition, context.state, call.toolName);
    if (context.memos[memoKey(call.callId)]) events.push(settleCall(context, call, UNKNOWN_OUTCOME));
    else if (resolved.type !== "tool" || resolved.tool.kind !== "server") {
      events.push(settleCall(context, call, { type: "error", message: `${call.toolName} is no longer available.` }));
    } else if (!countRun(context, call.toolName)) events.push(settleCall(context, call, tooManyRuns(call.toolName)));
    else toRun.push({ call, tool: resolved.tool });
  }
  if (toRun.length === 0) return events;
  await context.markStarted(toRun.map(({ call }) => memoKey(call.callId)));
  const { signal } = context;
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error("The run was ended while a tool was executing."));
    signal.addEventListener("abort", onAbort, { once: true });
  });
  const finished = await Promise.race([
    Promise.allSettled(toRun.map(({ call, tool }) => execute(context, call, tool))),
    aborted,
  ]).finally(() => signal.removeEventListener("abort", onAbort));
  const failure = finished.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return events;
}

async function execute(context: Context, call: ToolCallBlock, tool: ServerTool): Promise<void> {
  const outcome = await outcomeOf(context, call, tool);
  if (context.signal.aborted) return;
  const message = { ...resultMessage(call, outcome), step: context.step };
  const stored = context.settle(memoKey(call.callId), true, [message], [resultEvent(call, outcome, message.id)]);
  for (const record of stored) context.resources.conversation.put(record);
}

async function outcomeOf(context: Context, call: ToolCallBlock, tool: ServerTool): Promise<ToolOutcome> {
  const { ref, run, signal, resources } = context;
  try {
    const value = await tool.execute(parsedInput(tool, call.input), {
      threadId: ref.threadId,
      ownerId: ref.ownerId,
      runId: run.runId,
      callId: call.callId,
      signal,
      emit: context.emit,
    });
    if (value instanceof ToolError) return value.toOutcome();
    return value === undefined
      ? { type: "result" }
      : { type: "result", value: JSON.parse(JSON.stringify(value)) as Json };
  } catch (error) {
    const outcome = resources.definition.toolErrorHandler?.(error, { toolName: call.toolName, callId: call.callId });
    if (outcome) return outcome;
    throw error;
  }
}

/** What a zod schema makes of the stored arguments; they were checked when the model proposed them. */
function parsedInput(tool: ServerTool, input: Json) {
  return tool.inputSchema instanceof z.ZodType ? tool.inputSchema.parse(input) : input;
}
