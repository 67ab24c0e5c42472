import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { ModelPort } from "../define-agent";
import { promptProblem } from "./prompt-problem";

/** One model step of a script: what it says, what it calls, how it ends. */
export interface ScriptedStep {
  reasoning?: string;
  text?: string;
  calls?: { id: string; name: string; input: unknown }[];
  finish?: LanguageModelV4FinishReason["unified"];
  /** Milliseconds before each word of the text; without it, words that come at once are stored as one. */
  pace?: number;
  /** Thrown after what was said so far. */
  error?: Error;
  /** Waits for this before it finishes (or for the abort). */
  hold?: Promise<unknown>;
  providerMetadata?: Record<string, Record<string, string>>;
}

/** A model that plays steps in order and remembers every prompt it was given; it is loud when the script is over or a prompt is wrong. */
export class ScriptedModel implements ModelPort {
  readonly prompts: LanguageModelV4CallOptions[] = [];

  constructor(
    private readonly steps: (ScriptedStep | ((options: LanguageModelV4CallOptions) => ScriptedStep))[],
    readonly id = "test/scripted",
  ) {}

  async stream(options: LanguageModelV4CallOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
    const step = this.steps[this.prompts.length];
    this.prompts.push({ ...options, prompt: structuredClone(options.prompt) });
    if (!step) throw new Error("The script has no step left.");
    const problem = promptProblem(options.prompt);
    if (problem) throw new Error(`No provider takes this prompt: ${problem}.`);
    const parts = play(typeof step === "function" ? step(options) : step, options.abortSignal);
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
}

async function* play(step: ScriptedStep, signal?: AbortSignal): AsyncGenerator<LanguageModelV4StreamPart> {
  const metadata = step.providerMetadata ? { providerMetadata: step.providerMetadata } : {};
  yield { type: "stream-start", warnings: [] };
  if (step.reasoning !== undefined) {
    yield { type: "reasoning-start", id: "r" };
    yield { type: "reasoning-delta", id: "r", delta: step.reasoning };
    yield { type: "reasoning-end", id: "r", ...metadata };
  }
  if (step.text !== undefined) {
    yield { type: "text-start", id: "t" };
    for (const word of step.text.split(/(?<= )/)) {
      if (step.pace) await new Promise((resolve) => setTimeout(resolve, step.pace));
      yield { type: "text-delta", id: "t", delta: word };
    }
    if (!step.hold && !step.error) yield { type: "text-end", id: "t" };
  }
  if (step.hold) {
    await Promise.race([
      step.hold,
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
      }),
    ]);
  }
  if (step.error) throw step.error;
  for (const call of step.calls ?? []) {
    const input = typeof call.input === "string" ? call.input : JSON.stringify(call.input);
    yield { type: "tool-input-start", id: call.id, toolName: call.name };
    yield { type: "tool-input-delta", id: call.id, delta: input };
    yield { type: "tool-input-end", id: call.id };
    yield { type: "tool-call", toolCallId: call.id, toolName: call.name, input, ...metadata };
  }
  yield {
    type: "finish",
    finishReason: { unified: step.finish ?? (step.calls?.length ? "tool-calls" : "stop"), raw: undefined },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 5, text: 5, reasoning: 0 },
    },
  };
}
