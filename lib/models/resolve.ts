import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { MissingModel } from "../agent/model-list";
import { chooseModel, MissingSetting, type ModelChoice, type ModelConfig, modelIds } from "./choose";
import { withProviderDefaults } from "./provider-defaults";
import { withRetry } from "./retry";

export interface ResolvedModel {
  /** As configured, for the record: `demo`, `openai/gpt-5`. Never holds a key. */
  id: string;
  languageModel: LanguageModelV4;
}

/**
 * The language models that a configuration names, the default first. One that lacks its key is no reason not to start:
 * whoever chooses it reads why. The default has to work.
 * @throws Error with a sentence that says what to set.
 */
export async function resolveModels(
  config: ModelConfig,
): Promise<[ResolvedModel, ...(ResolvedModel | MissingModel)[]]> {
  const [first, ...others] = modelIds(config);
  const resolveOther = (id: string) =>
    resolveModel(config, id).catch(
      (error: Error): MissingModel => ({
        id,
        problem: error instanceof MissingSetting ? error.problem : error.message,
      }),
    );
  return [await resolveModel(config, first), ...(await Promise.all(others.map(resolveOther)))];
}

/**
 * One language model. Loads the provider package it needs and calls nothing. Models on a network retry before the first
 * token by themselves ({@link withRetry}).
 * @throws Error with a sentence that says what to set.
 */
export async function resolveModel(config: ModelConfig, id = modelIds(config)[0]): Promise<ResolvedModel> {
  const choice = chooseModel(config, id);
  if (choice.api === "demo") {
    const { createDemoModel } = await import("./demo/model");
    return { id: choice.id, languageModel: createDemoModel({ delayMs: config.demoDelayMs }) };
  }
  const model = await loadModel(choice);
  return { id: choice.id, languageModel: withRetry(model, config.retry) };
}

/**
 * By default OpenAI keeps an answer's items for 30 days and a conversation refers to them. A run may wait longer than
 * that: ours carries its history itself, the encrypted reasoning included.
 */
const STATELESS = { store: false };

async function loadModel(choice: Exclude<ModelChoice, { api: "demo" }>): Promise<LanguageModelV4> {
  const { model, apiKey, baseUrl: baseURL } = choice;
  switch (choice.api) {
    case "custom": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({ name: "custom", baseURL: choice.baseUrl, apiKey, includeUsage: true }).chatModel(
        model,
      );
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return withProviderDefaults(createOpenAI({ apiKey, baseURL }).responses(model), "openai", STATELESS);
    }
    case "openai-chat": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey, baseURL }).chat(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, baseURL }).languageModel(model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ apiKey, baseURL }).languageModel(model);
    }
    case "gateway": {
      const { createGateway } = await import("ai");
      const served = createGateway({ apiKey, baseURL }).languageModel(model);
      return model.startsWith("openai/") ? withProviderDefaults(served, "openai", STATELESS) : served;
    }
  }
}
