import type { LanguageModelV4 } from "@ai-sdk/provider";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ResolvedModel, resolveModel, resolveModels } from "./resolve";
import type { RetryOptions } from "./retry";
import { ask, offer, settle } from "./testing/demo-prompt";
import { bracketFaults, finishOf, joinDeltas, readParts, toolCallsOf } from "./testing/read-stream";

/** The real provider packages, against a local server that speaks their wires. */
const server = new LLMock({ port: 0, logLevel: "silent" });
const tools = offer("read_title", "read_text");

beforeAll(async () => {
  await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
});

function resolve(AGENT_MODEL: string, retry: RetryOptions = { initialDelayMs: 1 }): Promise<ResolvedModel> {
  return resolveModel({
    AGENT_MODEL,
    AGENT_MODEL_BASE_URL: `${server.url}/v1/`,
    OPENAI_API_KEY: "key",
    ANTHROPIC_API_KEY: "key",
    GOOGLE_GENERATIVE_AI_API_KEY: "key",
    retry,
    baseUrls: { openai: `${server.url}/v1`, anthropic: `${server.url}/v1`, google: `${server.url}/v1beta` },
  });
}

async function stream(model: LanguageModelV4, question: string) {
  return readParts((await model.doStream({ prompt: ask(question), tools })).stream);
}

describe("demo", () => {
  it("is the model when none is named", async () => {
    const { id, languageModel } = await resolveModel({ OPENAI_API_KEY: "key", demoDelayMs: 0 });
    expect(id).toBe("demo");
    expect(toolCallsOf(await stream(languageModel, "What is the title?"))).toMatchObject([{ toolName: "read_title" }]);
  });

  it("leaves what is wrong with a configuration to say to its reader", async () => {
    await expect(resolveModel({ AGENT_MODEL: "openai/gpt-5" })).rejects.toThrow("needs OPENAI_API_KEY");
  });
});

describe("several models", () => {
  const keys = { AGENT_MODEL_BASE_URL: "http://localhost:1/v1" };

  it("are all there, the default first; one without its key tells who chooses it what is missing", async () => {
    const models = await resolveModels({ ...keys, AGENT_MODEL: "custom/a,demo,openai/gpt-5" });
    expect(models.map(({ id }) => id)).toEqual(["custom/a", "demo", "openai/gpt-5"]);
    expect(models.map((model) => ("problem" in model ? model.problem : model.languageModel.modelId))).toEqual([
      "a",
      "demo",
      "openai/gpt-5 cannot answer: OPENAI_API_KEY is not set on the server. Choose another model.",
    ]);
  });

  it("need a default that works, and names that are models", async () => {
    await expect(resolveModels({ ...keys, AGENT_MODEL: "openai/gpt-5,demo" })).rejects.toThrow("needs OPENAI_API_KEY");
    await expect(resolveModels({ ...keys, AGENT_MODEL: "demo,gpt-5" })).rejects.toThrow("gpt-5 is not a model");
  });
});

const models = [
  { name: "custom/local-model", path: "/v1/chat/completions" },
  { name: "openai-chat/gpt-4.1", path: "/v1/chat/completions" },
  { name: "openai/gpt-5", path: "/v1/responses" },
  { name: "anthropic/claude-sonnet-4-5", path: "/v1/messages" },
  { name: "google/gemini-2.5-pro", path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent" },
];

describe.each(models)("$name", ({ name, path }) => {
  it("streams text and reports usage", async () => {
    server.onMessage(
      "hello",
      {
        content: "Hello there, friend.",
        usage: {
          prompt_tokens: 9,
          completion_tokens: 4,
          input_tokens: 9,
          output_tokens: 4,
          promptTokenCount: 9,
          candidatesTokenCount: 4,
        },
      },
      { chunkSize: 4 },
    );
    const { id, languageModel } = await resolve(name);
    const parts = await stream(languageModel, "hello");
    expect(id).toBe(name);
    expect(bracketFaults(parts)).toEqual([]);
    expect(joinDeltas(parts, "text-delta")).toBe("Hello there, friend.");
    expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(3);
    expect(finishOf(parts)).toMatchObject({
      finishReason: { unified: "stop" },
      usage: { inputTokens: { total: 9 }, outputTokens: { total: 4 } },
    });
    expect(server.getLastRequest()?.path.split("?")[0]).toBe(path);
  });

  it("hands out a call and takes its result in the next request", async () => {
    server.on(
      { userMessage: "title", hasToolResult: false },
      { toolCalls: [{ id: "c1", name: "read_title", arguments: "{}" }] },
    );
    server.on({ userMessage: "title", toolResultContains: "Order desk" }, { content: "It is Order desk." });
    const { languageModel } = await resolve(name);
    const calls = toolCallsOf(await stream(languageModel, "title"));
    expect(calls).toEqual([{ toolCallId: "c1", toolName: "read_title", input: "{}" }]);
    const prompt = settle(ask("title"), calls, ["Order desk"]);
    const answer = await readParts((await languageModel.doStream({ prompt, tools })).stream);
    expect(joinDeltas(answer, "text-delta")).toBe("It is Order desk.");
  });

  it("hands out parallel calls with their inputs apart, and takes all results together", async () => {
    server.on(
      { userMessage: "both", hasToolResult: false },
      {
        finishReason: name.startsWith("google/") ? "stop" : "tool_calls",
        toolCalls: [
          { id: "c1", name: "read_text", arguments: '{"selector":"#a"}' },
          { id: "c2", name: "read_text", arguments: '{"selector":"#b"}' },
        ],
      },
      { chunkSize: 5 },
    );
    server.on({ userMessage: "both", hasToolResult: true }, { content: "Both." });
    const { languageModel } = await resolve(name);
    const parts = await stream(languageModel, "both");
    expect(bracketFaults(parts)).toEqual([]);
    const calls = toolCallsOf(parts);
    expect(calls.map(({ input }) => JSON.parse(input))).toEqual([{ selector: "#a" }, { selector: "#b" }]);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2);
    expect(finishOf(parts)?.finishReason.unified).toBe("tool-calls");
    const answer = await languageModel.doStream({ prompt: settle(ask("both"), calls, ["one", "two"]), tools });
    expect(joinDeltas(await readParts(answer.stream), "text-delta")).toBe("Both.");
  });

  it("tries again after a rate limit and after a failing server", async () => {
    server.on(
      { userMessage: "busy", sequenceIndex: 0 },
      { error: { message: "slow down" }, status: 429, retryAfter: 0 },
    );
    server.on({ userMessage: "busy", sequenceIndex: 1 }, { error: { message: "oops" }, status: 503 });
    server.on({ userMessage: "busy" }, { content: "Now." });
    const { languageModel } = await resolve(name);
    expect(joinDeltas(await stream(languageModel, "busy"), "text-delta")).toBe("Now.");
    expect(server.getRequests()).toHaveLength(3);
  });

  it("does not try again with a key that is refused", async () => {
    server.on({ userMessage: "who" }, { error: { message: "bad key", type: "authentication_error" }, status: 401 });
    const { languageModel } = await resolve(name);
    await expect(stream(languageModel, "who")).rejects.toThrow("bad key");
    expect(server.getRequests()).toHaveLength(1);
  });

  it("ends with the abort signal's reason while it waits for a retry", async () => {
    server.on({ userMessage: "busy" }, { error: { message: "slow down" }, status: 429, retryAfter: 20 });
    const reason = new Error("stopped");
    const controller = new AbortController();
    const onRetry = () => void setTimeout(() => controller.abort(reason), 5);
    const { languageModel } = await resolve(name, { onRetry });
    await expect(languageModel.doStream({ prompt: ask("busy"), abortSignal: controller.signal })).rejects.toBe(reason);
    expect(server.getRequests()).toHaveLength(1);
  });
});
