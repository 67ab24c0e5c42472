import { AppError } from "../../errors";
import { fail, type NodeContext, next } from "../../workflow/node";
import { toModelTools, toolsInForce } from "../catalog";
import { createMessage, resultMessage, save } from "../conversation";
import type { AgentEvent, AgentTypes, FinishReason, TokenUsage } from "../events";
import { type Block, toolCalls } from "../messages";
import { PartReader } from "../part-reader";
import { toPrompt } from "../prompt";
import type { AgentNode } from "../resources";
import { StepAssembler } from "../step-assembler";

const MAX_STEPS = 24;
const MAX_INVALID_CALLS = 3;
/** Finish reasons after which a complete call may be executed. */
const EXECUTABLE: FinishReason[] = ["tool-calls", "stop", "other"];

/** One model step: streams it into the log and stores it as one assistant message. */
export const inferenceNode: AgentNode<"infer"> = {
  accepts: "infer",
  async *run(_event, context) {
    const { state, resources, run, step } = context;
    const { definition, model } = resources;
    const maxSteps = definition.maxSteps ?? MAX_STEPS;
    if (state.steps >= maxSteps) {
      return fail({ code: "step-limit", message: `The run was ended after ${maxSteps} model steps.` });
    }
    state.steps += 1;
    const messageId = state.steps === 1 ? run.data.messageId : `${run.data.messageId}_${state.steps}`;
    yield { type: "step-start", step, messageId, model: model.id };

    const assembler = new StepAssembler({ messageId, definition, state, resources });
    try {
      const stream = await model.stream(
        {
          prompt: toPrompt({
            instructions: definition.instructions,
            messages: resources.conversation.inWindow(),
            questionId: run.data.questionId,
            context: state.context,
          }),
          tools: toModelTools(toolsInForce(definition, state.catalog)),
          abortSignal: context.signal,
          ...definition.modelOptions,
        },
        run,
      );
      const parts = new PartReader(stream, context.signal);
      try {
        for (let part = await parts.next(); part; part = await parts.next()) {
          // Once per token: `yield*` and `await` of what is there already would cost more than the rest together.
          const taken = assembler.take(part);
          for (const event of Array.isArray(taken) ? taken : await taken) yield event;
        }
      } finally {
        parts.close();
      }
      if (!assembler.finished) throw new Error("The model's stream ended without a finish part.");
    } catch (error) {
      yield* assembler.close();
      yield stepEnd(step, "error", assembler.usage);
      const stopped = context.signal.aborted;
      keepPartial(context, messageId, assembler.partialBlocks(stopped), stopped);
      if (stopped) throw error;
      if (assembler.unmounted) return fail({ code: "tool-unmounted", message: unmountedText(assembler.unmounted) });
      return failed(context, error);
    }

    yield* assembler.close();
    yield stepEnd(step, assembler.finishReason, assembler.usage);
    if (assembler.finishReason === "error") {
      keepPartial(context, messageId, assembler.partialBlocks(false), false);
      return failed(context, new Error("The model finished with an error."));
    }
    admitQuestion(context);
    const message = save(
      context,
      resources.conversation,
      createMessage({ id: messageId, role: "assistant", blocks: assembler.blocks }),
    );
    const calls = toolCalls(message);
    if (calls.length === 0) return next({ type: "output", finishReason: assembler.finishReason });
    if (!EXECUTABLE.includes(assembler.finishReason)) {
      for (const call of calls) {
        const outcome = {
          type: "error" as const,
          message: `The call was not executed: the answer ended early (${assembler.finishReason}).`,
        };
        const result = save(context, resources.conversation, resultMessage(call, outcome));
        yield {
          type: "tool-result",
          callId: call.callId,
          toolName: call.toolName,
          outcome,
          messageId: result.id,
          from: "server",
        };
      }
      return next({ type: "output", finishReason: assembler.finishReason });
    }
    state.invalidCalls = calls.every((call) => call.invalid) ? state.invalidCalls + 1 : 0;
    if (state.invalidCalls > (definition.maxInvalidCalls ?? MAX_INVALID_CALLS)) {
      return fail({ code: "invalid-calls", message: "The model kept calling tools in a way that cannot be executed." });
    }
    return next({ type: "tools", messageId, step });
  },
};

type Context = NodeContext<AgentTypes>;

function stepEnd(step: number, finishReason: FinishReason, usage: TokenUsage): AgentEvent {
  return { type: "step-end", step, finishReason, usage };
}

/** From its first successful inference on, the model's history has the question, and what the start node added. */
function admitQuestion({ state, resources, run, stage }: Context): void {
  for (const message of state.opening) stage(message);
  state.opening = [];
  const question = resources.conversation.get(run.data.questionId);
  if (!question || question.inContext) return;
  const admitted = { ...question, inContext: true };
  resources.conversation.put(admitted);
  stage(admitted);
}

/** What was said before a stop is history; what was said before a failure is shown, but no later prompt has it. */
function keepPartial(context: Context, messageId: string, blocks: Block[], stopped: boolean): void {
  if (blocks.length === 0) return;
  if (stopped) admitQuestion(context);
  save(
    context,
    context.resources.conversation,
    createMessage({ id: messageId, role: "assistant", blocks, inContext: stopped }),
  );
}

function failed(context: Context, error: unknown) {
  context.resources.onError(error);
  return fail<AgentTypes>({
    code: "model-error",
    message: error instanceof AppError ? error.message : context.resources.failureText,
  });
}

function unmountedText(toolName: string): string {
  return `The tool "${toolName}" is no longer offered by the page that declared it.`;
}
