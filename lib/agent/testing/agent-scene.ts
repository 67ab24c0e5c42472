import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { beforeEach, expect } from "vitest";
import { AppError } from "../../errors";
import type { ThreadAgent } from "../api";
import { type Counters, testAgent } from "./desk";
import { MemoryStore } from "./memory-store";
import { ScriptedModel, type ScriptedStep } from "./scripted-model";

export let store: MemoryStore;
export let counters: Counters;

/** To be called once per test file: every test begins with nothing stored and nothing done. */
export function startEachAfresh(): void {
  beforeEach(() => {
    store = new MemoryStore();
    counters = { clock: 0, pay: [] };
  });
}

export function agentWith(...steps: ScriptedStep[]): { agent: ThreadAgent; model: ScriptedModel } {
  const model = new ScriptedModel(steps);
  return { agent: testAgent(store, model, counters), model };
}

/** Each call in the prompt is directly followed by exactly one result, in call order. */
export function expectClosedCalls(prompt: LanguageModelV4Prompt): void {
  for (const [index, message] of prompt.entries()) {
    if (message.role !== "assistant") continue;
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    if (calls.length === 0) continue;
    const following = prompt[index + 1];
    const results =
      following?.role === "tool"
        ? following.content.map((part) => (part.type === "tool-result" ? part.toolCallId : ""))
        : [];
    expect(results).toEqual(calls);
  }
}

export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}
