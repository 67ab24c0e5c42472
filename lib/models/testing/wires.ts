import type { ModelConfig } from "../choose";

/** How one provider streams: `data:` frames for the wire server. */
export interface Wire {
  name: string;
  /** What points the provider's package at the server. */
  config(url: string): ModelConfig;
  /** An answer's beginning, up to its first word. */
  word(text: string): object[];
  /** The regular end after {@link Wire.word}. */
  end: (object | string)[];
  /** A passing failure, reported inside a stream that began with status 200. */
  overloaded: object[];
}

const chat: Pick<Wire, "word" | "end" | "overloaded"> = {
  word: (content) => [
    { id: "c", created: 0, model: "m", choices: [{ index: 0, delta: { role: "assistant", content } }] },
  ],
  end: [{ id: "c", created: 0, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, "[DONE]"],
  overloaded: [{ error: { message: "overloaded", type: "server_error", param: null, code: null } }],
};

export const WIRES: Wire[] = [
  {
    name: "custom",
    config: (url) => ({ AGENT_MODEL: "custom/m", AGENT_MODEL_BASE_URL: url }),
    ...chat,
  },
  {
    name: "openai-chat",
    config: (url) => ({ AGENT_MODEL: "openai-chat/m", OPENAI_API_KEY: "key", baseUrls: { openai: url } }),
    ...chat,
  },
  {
    name: "openai",
    config: (url) => ({ AGENT_MODEL: "openai/gpt-5", OPENAI_API_KEY: "key", baseUrls: { openai: url } }),
    word: (delta) => [
      { type: "response.created", response: { id: "r", created_at: 0, model: "gpt-5" } },
      { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "m1" } },
      { type: "response.output_text.delta", item_id: "m1", output_index: 0, delta },
    ],
    end: [
      { type: "response.output_item.done", output_index: 0, item: { type: "message", id: "m1" } },
      { type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 1 } } },
    ],
    overloaded: [
      { type: "response.created", response: { id: "r", created_at: 0, model: "gpt-5" } },
      {
        type: "error",
        sequence_number: 1,
        error: { type: "server_error", code: "server_error", message: "overloaded" },
      },
    ],
  },
  {
    name: "anthropic",
    config: (url) => ({ AGENT_MODEL: "anthropic/claude", ANTHROPIC_API_KEY: "key", baseUrls: { anthropic: url } }),
    word: (text) => [
      anthropicMessage(),
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    ],
    end: [
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
    overloaded: [anthropicMessage(), { type: "error", error: { type: "overloaded_error", message: "overloaded" } }],
  },
  {
    name: "google",
    config: (url) => ({ AGENT_MODEL: "google/gemini", GOOGLE_GENERATIVE_AI_API_KEY: "key", baseUrls: { google: url } }),
    word: (text) => [{ candidates: [{ index: 0, content: { role: "model", parts: [{ text }] } }] }],
    end: [{ candidates: [{ index: 0, content: { role: "model", parts: [] }, finishReason: "STOP" }] }],
    overloaded: [{ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } }],
  },
  {
    name: "gateway",
    config: (url) => ({ AGENT_MODEL: "mistral/large", AI_GATEWAY_API_KEY: "key", baseUrls: { gateway: url } }),
    word: (delta) => [
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta },
    ],
    end: [
      { type: "text-end", id: "t" },
      {
        type: "finish",
        finishReason: { unified: "stop", raw: "stop" },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      },
    ],
    overloaded: [{ type: "error", error: { type: "overloaded_error", message: "overloaded" } }],
  },
];

export function anthropicMessage(): object {
  return {
    type: "message_start",
    message: {
      id: "msg",
      type: "message",
      role: "assistant",
      model: "claude",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 0 },
    },
  };
}
