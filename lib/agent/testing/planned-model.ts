import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { ModelPort } from "../define-agent";
import { PLANNED_CALLS, type PlannedCall, parsePlan } from "./plan";
import { promptProblem } from "./prompt-problem";

/** A model call as it was made. */
export interface AskedModel {
  /** Tag of the question that is being answered. */
  tag: string;
  /** Steps of this turn that the prompt shows as done. */
  stepsDone: number;
  prompt: LanguageModelV4Prompt;
}

/**
 * A model without memory: the question says what to do (see {@link parsePlan}), and the prompt shows how far it is.
 * Asked again by another process, it gives the same answer, so that what a crash repeats can be told from what it lost.
 */
export class PlannedModel implements ModelPort {
  readonly id = "test/planned";
  readonly asked: AskedModel[] = [];
  /** What providers would refuse in the prompts so far. */
  readonly problems: string[] = [];
  /** So many of the next calls break off in the middle of their text. */
  failures = 0;
  /** Calls that wait to be released, by how many were made before them. */
  private readonly held = new Map<number, () => void>();
  private onHold: (() => void)[] = [];
  private calls = 0;

  get holding(): number {
    return this.held.size;
  }

  /** Resolves when a call waits to be released: any, or one before which so many were made. */
  async untilHolding(from = 0): Promise<void> {
    while (![...this.held.keys()].some((call) => call >= from))
      await new Promise<void>((resolve) => this.onHold.push(resolve));
  }

  /** Lets the calls that wait go on. */
  release(): void {
    for (const open of [...this.held.values()]) open();
  }

  async stream(options: LanguageModelV4CallOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const prompt = structuredClone(options.prompt);
    const problem = promptProblem(prompt);
    if (problem) this.problems.push(problem);
    const { tag, steps } = parsePlan(questionOf(prompt));
    const stepsDone = stepsSinceQuestion(prompt);
    this.asked.push({ tag, stepsDone, prompt });
    const step = steps[stepsDone] ?? { holds: false, calls: [] };
    const fails = this.failures > 0;
    if (fails) this.failures -= 1;
    const call = this.calls;
    this.calls += 1;
    const parts = this.play({ ...step, call, fails, text: `Step ${stepsDone + 1} of ${tag}. ` }, options.abortSignal);
    const ids = step.calls.map((call, index) => toolCall(call, `${tag}-${stepsDone}-${index}`));
    return toStream(parts, ids);
  }

  private async *play(
    step: { call: number; holds: boolean; fails: boolean; text: string },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: "stream-start", warnings: [] };
    yield { type: "text-start", id: "t" };
    for (const word of step.text.split(/(?<= )/)) yield { type: "text-delta", id: "t", delta: word };
    if (step.holds) await this.hold(step.call, signal);
    if (step.fails) throw new Error("The provider broke off.");
    yield { type: "text-end", id: "t" };
  }

  private async hold(call: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        this.held.delete(call);
        then();
      };
      this.held.set(call, end(resolve));
      signal?.addEventListener(
        "abort",
        end(() => reject(new Error("aborted"))),
        { once: true },
      );
      for (const heard of this.onHold.splice(0)) heard();
    });
  }
}

function toolCall(call: PlannedCall, toolCallId: string): LanguageModelV4ToolCall {
  const { toolName, input } = PLANNED_CALLS[call];
  return { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) };
}

function toStream(
  text: AsyncGenerator<LanguageModelV4StreamPart>,
  calls: LanguageModelV4ToolCall[],
): ReadableStream<LanguageModelV4StreamPart> {
  async function* all(): AsyncGenerator<LanguageModelV4StreamPart> {
    yield* text;
    yield* calls;
    yield {
      type: "finish",
      finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
    };
  }
  const parts = all();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
  });
}

function lastQuestion(prompt: LanguageModelV4Prompt): number {
  return prompt.findLastIndex((message) => message.role === "user");
}

function questionOf(prompt: LanguageModelV4Prompt): string {
  const message = prompt[lastQuestion(prompt)];
  if (message?.role !== "user") return "";
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).at(-1) ?? "";
}

function stepsSinceQuestion(prompt: LanguageModelV4Prompt): number {
  return prompt.slice(lastQuestion(prompt) + 1).filter((message) => message.role === "assistant").length;
}
