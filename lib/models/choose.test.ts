import { describe, expect, it } from "vitest";
import { chooseModel, type ModelConfig, modelIds } from "./choose";

describe("modelIds", () => {
  it.each([
    [undefined, ["demo"]],
    [" , ", ["demo"]],
    ["openai/gpt-5", ["openai/gpt-5"]],
    [" custom/meta/llama:8b ,demo, custom/meta/llama:8b,", ["custom/meta/llama:8b", "demo"]],
  ])("reads %j as %j", (AGENT_MODEL, ids) => {
    expect(modelIds({ AGENT_MODEL })).toEqual(ids);
  });

  it("refuses a list with one name in it that no model can have", () => {
    expect(() => modelIds({ AGENT_MODEL: "demo,gpt-5" })).toThrow(/AGENT_MODEL=gpt-5 is not a model/);
  });
});

describe("chooseModel", () => {
  it("chooses the demo model unless a model is named, whatever keys are there", () => {
    const keys: ModelConfig = {
      OPENAI_API_KEY: "k",
      ANTHROPIC_API_KEY: "k",
      AI_GATEWAY_API_KEY: "k",
      AGENT_MODEL_BASE_URL: "http://x",
    };
    for (const AGENT_MODEL of [undefined, "", "  ", "demo"]) {
      expect(chooseModel({ ...keys, AGENT_MODEL })).toEqual({ api: "demo", id: "demo" });
    }
  });

  it.each<[string, ModelConfig, object]>([
    ["openai/gpt-5", { OPENAI_API_KEY: "k" }, { api: "openai", model: "gpt-5", apiKey: "k" }],
    ["openai-chat/gpt-5", { OPENAI_API_KEY: " k " }, { api: "openai-chat", model: "gpt-5", apiKey: "k" }],
    ["anthropic/claude", { ANTHROPIC_API_KEY: "k" }, { api: "anthropic", model: "claude" }],
    ["google/gemini", { GOOGLE_GENERATIVE_AI_API_KEY: "k" }, { api: "google", model: "gemini" }],
    ["mistral/large", { AI_GATEWAY_API_KEY: "g" }, { api: "gateway", model: "mistral/large", apiKey: "g" }],
    ["openai/gpt-5", { AI_GATEWAY_API_KEY: "g" }, { api: "gateway", model: "openai/gpt-5", apiKey: "g" }],
    ["openai-chat/gpt-5", { AI_GATEWAY_API_KEY: "g" }, { api: "gateway", model: "openai/gpt-5", apiKey: "g" }],
    ["openai/gpt-5", { OPENAI_API_KEY: "k", AI_GATEWAY_API_KEY: "g" }, { api: "openai", apiKey: "k" }],
    [
      "custom/meta/llama:8b",
      { AGENT_MODEL_BASE_URL: "http://x/v1" },
      { api: "custom", model: "meta/llama:8b", apiKey: undefined },
    ],
    [
      "custom/a",
      { AGENT_MODEL_BASE_URL: "https://x", AGENT_MODEL_API_KEY: "k", OPENAI_API_KEY: "no" },
      { apiKey: "k" },
    ],
    ["constructor/x", { AI_GATEWAY_API_KEY: "g" }, { api: "gateway", model: "constructor/x" }],
  ])("chooses %s with %j", (AGENT_MODEL, config, choice) => {
    expect(chooseModel({ ...config, AGENT_MODEL })).toMatchObject({ id: AGENT_MODEL, ...choice });
  });

  it("passes other addresses to the provider they belong to", () => {
    const baseUrls = { openai: "http://o", anthropic: "http://a", google: "http://g", gateway: "http://w" };
    const keys = {
      OPENAI_API_KEY: "k",
      ANTHROPIC_API_KEY: "k",
      GOOGLE_GENERATIVE_AI_API_KEY: "k",
      AI_GATEWAY_API_KEY: "k",
      baseUrls,
    };
    const url = (AGENT_MODEL: string) => {
      const choice = chooseModel({ ...keys, AGENT_MODEL });
      return choice.api === "demo" ? null : choice.baseUrl;
    };
    expect(["openai/m", "openai-chat/m", "anthropic/m", "google/m", "xai/m"].map(url)).toEqual([
      ...["http://o", "http://o", "http://a", "http://g", "http://w"],
    ]);
  });

  it.each<[string, ModelConfig, RegExp]>([
    ["gpt-5", { OPENAI_API_KEY: "k" }, /gpt-5 is not a model.*<provider>\/<model>/],
    ["openai/", { OPENAI_API_KEY: "k" }, /is not a model/],
    ["/gpt-5", { OPENAI_API_KEY: "k" }, /is not a model/],
    ["openai/gpt 5", { OPENAI_API_KEY: "k" }, /is not a model/],
    ["openai/gpt-5", {}, /needs OPENAI_API_KEY \(or AI_GATEWAY_API_KEY\)/],
    ["openai/gpt-5", { OPENAI_API_KEY: " ", ANTHROPIC_API_KEY: "k" }, /needs OPENAI_API_KEY/],
    ["anthropic/claude", {}, /needs ANTHROPIC_API_KEY/],
    ["google/gemini", {}, /needs GOOGLE_GENERATIVE_AI_API_KEY/],
    ["mistral/large", { OPENAI_API_KEY: "k" }, /needs AI_GATEWAY_API_KEY/],
    ["custom/llama", {}, /needs AGENT_MODEL_BASE_URL.*http:\/\/localhost:11434\/v1/],
    ["custom/llama", { AGENT_MODEL_BASE_URL: "localhost:11434" }, /needs AGENT_MODEL_BASE_URL/],
  ])("refuses %s with %j and says what to set", (AGENT_MODEL, config, message) => {
    expect(() => chooseModel({ ...config, AGENT_MODEL })).toThrow(message);
    expect(() => chooseModel({ ...config, AGENT_MODEL })).toThrow(/Leave AGENT_MODEL unset to use the demo model/);
  });

  it("never repeats a key in its message", () => {
    expect(() => chooseModel({ AGENT_MODEL: "mistral/large", OPENAI_API_KEY: "sk-secret" })).not.toThrow(/sk-secret/);
  });
});
