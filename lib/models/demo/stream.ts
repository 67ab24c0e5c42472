import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { sleep } from "../sleep";
import { toPieces, toWords } from "./chunks";
import type { Plan } from "./plan";

type Part = LanguageModelV4StreamPart;

/** Code points of a tool's input that arrive together. */
const INPUT_PIECE = 12;

/** Parts between two turns of the event loop when there is no delay: others get their turn too. */
const BATCH = 16;

/** Call ids follow from the place in the conversation, so that they are new in a thread and the same on every run. */
export function callId({ turn, step }: Pick<Plan, "turn" | "step">, n: number): string {
  return `demo_${turn}_${step}_${n}`;
}

/** A plan as the parts of a stream, bracketed, in the order in which real models send them. */
export function* toParts(plan: Plan, usage: LanguageModelV4Usage): Generator<Part, void> {
  const prefix = `demo_${plan.turn}_${plan.step}`;
  yield { type: "stream-start", warnings: [] };
  yield { type: "response-metadata", id: prefix, modelId: "demo" };
  // A failure before the first token leaves nothing behind, no thoughts either.
  if (!plan.failure || plan.text !== "") {
    yield* toBlock("reasoning", `${prefix}_reasoning`, plan.reasoning);
    if (plan.text !== "") yield* toBlock("text", `${prefix}_text`, plan.text, !plan.failure);
  }
  if (plan.failure) {
    yield { type: "error", error: new Error(plan.failure.message) };
    yield { type: "finish", finishReason: { unified: "error", raw: "simulated" }, usage };
    return;
  }
  for (const [n, { toolName, input }] of plan.calls.entries()) {
    const id = callId(plan, n);
    yield { type: "tool-input-start", id, toolName };
    for (const delta of toPieces(input, INPUT_PIECE)) yield { type: "tool-input-delta", id, delta };
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName, input };
  }
  const reason = plan.calls.length > 0 ? "tool-calls" : "stop";
  yield { type: "finish", finishReason: { unified: reason, raw: reason }, usage };
}

/** A block that the failure cuts off stays open, as it does when a connection breaks. */
function* toBlock(kind: "reasoning" | "text", id: string, text: string, closed = true): Generator<Part> {
  yield { type: `${kind}-start`, id };
  for (const delta of toWords(text)) yield { type: `${kind}-delta`, id, delta };
  if (closed) yield { type: `${kind}-end`, id };
}

/**
 * Streams parts at a reader's pace, with `delayMs` milliseconds before each delta but the first. Without a delay no timer
 * is involved. The signal ends the stream at once, with its reason as the error.
 */
export function toStream(parts: Iterator<Part, void>, delayMs: number, signal?: AbortSignal): ReadableStream<Part> {
  const end = new AbortController();
  // A listener of our own: a composite signal for every answer costs more than the answer.
  const onStop = () => end.abort(signal?.reason);
  if (signal?.aborted) onStop();
  signal?.addEventListener("abort", onStop, { once: true });
  const release = () => signal?.removeEventListener("abort", onStop);
  const batch = delayMs > 0 ? 1 : BATCH;
  let speaking = false;
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        if (speaking && delayMs <= 0) await new Promise(setImmediate);
        for (let sent = 0; sent < batch; sent++) {
          end.signal.throwIfAborted();
          const { done, value } = parts.next();
          if (done) {
            release();
            return controller.close();
          }
          if (isDelta(value)) {
            if (speaking && delayMs > 0) await sleep(delayMs, end.signal);
            speaking = true;
          }
          controller.enqueue(value);
        }
      },
      cancel(reason) {
        release();
        end.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function isDelta(part: Part): boolean {
  return part.type.endsWith("-delta");
}
