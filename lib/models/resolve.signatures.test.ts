import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../json";
import type { ModelConfig } from "./choose";
import { resolveModel } from "./resolve";
import { ask, offer } from "./testing/demo-prompt";
import { readParts } from "./testing/read-stream";
import { startWireServer, type WireServer } from "./testing/wire-server";
import { anthropicMessage } from "./testing/wires";

type Assistant = Extract<LanguageModelV4Message, { role: "assistant" }>;

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.stop());

/**
 * An answer as history keeps it: a block's metadata may come with its start, with a delta and with its end, and all of it
 * goes back with the block.
 */
function toAssistant(parts: LanguageModelV4StreamPart[]): Assistant {
  const content: Assistant["content"] = [];
  const open = new Map<
    string,
    { type: "text" | "reasoning"; text: string; providerOptions?: SharedV4ProviderMetadata }
  >();
  for (const part of parts) {
    if (part.type === "tool-call") {
      const { toolCallId, toolName, input, providerMetadata } = part;
      content.push({
        type: "tool-call",
        toolCallId,
        toolName,
        input: JSON.parse(input),
        providerOptions: providerMetadata,
      });
    }
    const kind = /^(text|reasoning)-/.exec(part.type)?.[1];
    if ((kind !== "text" && kind !== "reasoning") || !("id" in part) || part.id === undefined) continue;
    const block = open.get(part.id) ?? { type: kind, text: "" };
    if (!open.has(part.id)) content.push(block);
    open.set(part.id, block);
    if ("delta" in part) block.text += part.delta;
    for (const [provider, values] of Object.entries(("providerMetadata" in part && part.providerMetadata) || {})) {
      block.providerOptions = {
        ...block.providerOptions,
        [provider]: { ...block.providerOptions?.[provider], ...values },
      };
    }
  }
  return { role: "assistant", content };
}

/** Sends a request that is of interest only for what the server gets. */
async function send(model: LanguageModelV4, options: LanguageModelV4CallOptions): Promise<void> {
  server.answer({ frames: [] });
  try {
    await model.doStream(options);
  } catch {
    // An answer without content is a failure, which is of no interest here.
  }
}

/** Asks, answers the call, and returns both requests' bodies. */
async function roundTrip(config: ModelConfig, frames: object[]): Promise<[JsonObject, JsonObject]> {
  const { languageModel } = await resolveModel(config);
  const tools = offer("read_title");
  const first = server.requests.length;
  server.answer({ frames });
  const parts = await readParts((await languageModel.doStream({ prompt: ask("Title?"), tools })).stream);
  const assistant = toAssistant(parts);
  const results = assistant.content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            type: "tool-result" as const,
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: { type: "text" as const, value: "Desk" },
          },
        ]
      : [],
  );
  expect(results).toHaveLength(1);
  const prompt = [...ask("Title?"), assistant, { role: "tool" as const, content: results }];
  await send(languageModel, { prompt, tools });
  const [one, two] = server.requests.slice(first).map(({ body }) => body as JsonObject);
  if (!one || !two) throw new Error("two requests were expected");
  return [one, two];
}

it("Anthropic's signatures and redacted thoughts come back byte for byte", async () => {
  const config = {
    AGENT_MODEL: "anthropic/claude",
    ANTHROPIC_API_KEY: "k",
    baseUrls: { anthropic: server.url },
    retry: { maxRetries: 0 },
  };
  const [, second] = await roundTrip(config, [
    anthropicMessage(),
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "The title." } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln/+==" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "cmVk/+==" } },
    { type: "content_block_stop", index: 1 },
    {
      type: "content_block_start",
      index: 2,
      content_block: { type: "tool_use", id: "c1", name: "read_title", input: {} },
    },
    { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "{}" } },
    { type: "content_block_stop", index: 2 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ]);
  expect(second.messages).toMatchObject([
    { role: "user" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "The title.", signature: "c2ln/+==" },
        { type: "redacted_thinking", data: "cmVk/+==" },
        { type: "tool_use", id: "c1" },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c1" }] },
  ]);
});

it("OpenAI keeps nothing: its encrypted reasoning comes back with the history", async () => {
  const config = {
    AGENT_MODEL: "openai/gpt-5",
    OPENAI_API_KEY: "k",
    baseUrls: { openai: server.url },
    retry: { maxRetries: 0 },
  };
  const reasoning = { type: "reasoning", id: "rs1", summary: [], encrypted_content: "ZW5j/+==" };
  const call = {
    type: "function_call",
    id: "fc1",
    call_id: "c1",
    name: "read_title",
    arguments: "{}",
    status: "completed",
  };
  const [first, second] = await roundTrip(config, [
    { type: "response.created", response: { id: "r", created_at: 0, model: "gpt-5" } },
    { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs1" } },
    { type: "response.output_item.done", output_index: 0, item: reasoning },
    { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "" } },
    { type: "response.output_item.done", output_index: 1, item: call },
    { type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 1 } } },
  ]);
  expect(first).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
  expect(second.store).toBe(false);
  expect(second.input).toMatchObject([
    { role: "developer" },
    { role: "user" },
    { type: "reasoning", encrypted_content: "ZW5j/+==" },
    { type: "function_call", call_id: "c1", name: "read_title" },
    { type: "function_call_output", call_id: "c1", output: "Desk" },
  ]);
  expect(JSON.stringify(second.input)).not.toContain("item_reference");
});

it("Gemini's thought signature comes back with its call", async () => {
  const config = {
    AGENT_MODEL: "google/gemini-3-pro",
    GOOGLE_GENERATIVE_AI_API_KEY: "k",
    baseUrls: { google: server.url },
    retry: { maxRetries: 0 },
  };
  const [, second] = await roundTrip(config, [
    { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "The title.", thought: true }] } }] },
    {
      candidates: [
        {
          index: 0,
          content: {
            role: "model",
            parts: [{ functionCall: { name: "read_title", args: {} }, thoughtSignature: "dGhv/+==" }],
          },
          finishReason: "STOP",
        },
      ],
    },
  ]);
  expect(second.contents).toMatchObject([
    { role: "user" },
    {
      role: "model",
      parts: [
        { text: "The title.", thought: true },
        { functionCall: { name: "read_title" }, thoughtSignature: "dGhv/+==" },
      ],
    },
    { role: "user", parts: [{ functionResponse: { name: "read_title" } }] },
  ]);
});

it("a call's own provider options win over ours", async () => {
  const config = {
    AGENT_MODEL: "openai/gpt-5",
    OPENAI_API_KEY: "k",
    baseUrls: { openai: server.url },
    retry: { maxRetries: 0 },
  };
  const { languageModel } = await resolveModel(config);
  const first = server.requests.length;
  const given: SharedV4ProviderOptions[] = [
    { openai: { store: true, user: "u" } },
    { openai: { user: "u" }, other: {} },
  ];
  for (const providerOptions of given) await send(languageModel, { prompt: ask("hello"), providerOptions });
  expect(server.requests.slice(first).map(({ body }) => body)).toMatchObject([
    { store: true, user: "u" },
    { store: false, user: "u" },
  ]);
});

it("keys travel in the provider's header, and the gateway gets the model's full name", async () => {
  const configs: [ModelConfig, string, string][] = [
    [
      { AGENT_MODEL: "custom/m", AGENT_MODEL_BASE_URL: server.url, AGENT_MODEL_API_KEY: "k1" },
      "authorization",
      "Bearer k1",
    ],
    [{ AGENT_MODEL: "openai/m", OPENAI_API_KEY: "k2", baseUrls: { openai: server.url } }, "authorization", "Bearer k2"],
    [{ AGENT_MODEL: "anthropic/m", ANTHROPIC_API_KEY: "k3", baseUrls: { anthropic: server.url } }, "x-api-key", "k3"],
    [
      { AGENT_MODEL: "google/m", GOOGLE_GENERATIVE_AI_API_KEY: "k4", baseUrls: { google: server.url } },
      "x-goog-api-key",
      "k4",
    ],
    [
      { AGENT_MODEL: "xai/m", AI_GATEWAY_API_KEY: "k5", baseUrls: { gateway: server.url } },
      "authorization",
      "Bearer k5",
    ],
  ];
  for (const [config, header, value] of configs) {
    const { languageModel } = await resolveModel({ ...config, retry: { maxRetries: 0 } });
    await send(languageModel, { prompt: ask("hello") });
    expect(server.requests.at(-1)?.headers[header], config.AGENT_MODEL).toBe(value);
  }
  expect(server.requests.at(-1)?.headers["ai-language-model-id"]).toBe("xai/m");
});

it("an OpenAI model keeps nothing through the gateway either", async () => {
  const config = {
    AGENT_MODEL: "openai/gpt-5",
    AI_GATEWAY_API_KEY: "k",
    baseUrls: { gateway: server.url },
    retry: { maxRetries: 0 },
  };
  await send((await resolveModel(config)).languageModel, { prompt: ask("hello") });
  expect(server.requests.at(-1)).toMatchObject({
    headers: { "ai-language-model-id": "openai/gpt-5" },
    body: { providerOptions: { openai: { store: false } } },
  });
});
