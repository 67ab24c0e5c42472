import type { RetryOptions } from "./retry";

/** What decides which model answers: the contract's variables, and settings that have no variable. */
export interface ModelConfig {
  /**
   * `demo`, `<provider>/<model>`, or several of them with commas between, the default first. Unset means `demo`, whatever
   * keys are there.
   */
  AGENT_MODEL?: string;
  /** Base URL of the OpenAI-compatible server behind `custom/…`. */
  AGENT_MODEL_BASE_URL?: string;
  AGENT_MODEL_API_KEY?: string;
  OPENAI_API_KEY?: string;
  ANTHROPIC_API_KEY?: string;
  GOOGLE_GENERATIVE_AI_API_KEY?: string;
  AI_GATEWAY_API_KEY?: string;
  /** Other addresses of the providers, for a proxy or a local server. */
  baseUrls?: { openai?: string; anthropic?: string; google?: string; gateway?: string };
  /** How a model on a network is tried again before the first token of an answer. */
  retry?: RetryOptions;
  /** Milliseconds between two words of the demo model. */
  demoDelayMs?: number;
}

/** Where a model is and what is needed to call it. */
export type ModelChoice =
  | { api: "demo"; id: "demo" }
  | { api: "custom"; id: string; model: string; baseUrl: string; apiKey: string | undefined }
  | {
      api: "openai" | "openai-chat" | "anthropic" | "google" | "gateway";
      id: string;
      model: string;
      baseUrl: string | undefined;
      apiKey: string;
    };

const DIRECT = {
  openai: { key: "OPENAI_API_KEY", url: "openai", atGateway: "openai" },
  "openai-chat": { key: "OPENAI_API_KEY", url: "openai", atGateway: "openai" },
  anthropic: { key: "ANTHROPIC_API_KEY", url: "anthropic", atGateway: "anthropic" },
  google: { key: "GOOGLE_GENERATIVE_AI_API_KEY", url: "google", atGateway: "google" },
} as const;

/** A model that cannot be called as things are configured. Its message is for whoever starts the application. */
export class MissingSetting extends Error {
  constructor(
    readonly id: string,
    readonly setting: string,
    message: string,
  ) {
    super(`AGENT_MODEL=${id} ${message} ${SWITCH_BACK}`);
  }

  /** For whoever chooses the model on a page. */
  get problem(): string {
    return `${this.id} cannot answer: ${this.setting} is not set on the server. Choose another model.`;
  }
}

const SWITCH_BACK = "Leave AGENT_MODEL unset to use the demo model.";

/**
 * The names in `AGENT_MODEL`, each once, the default first.
 * @throws Error with a sentence that says how a model is written.
 */
export function modelIds(config: ModelConfig): [string, ...string[]] {
  const names = (config.AGENT_MODEL ?? "").split(",").flatMap((name) => given(name) ?? []);
  for (const id of names) {
    if (id !== "demo" && !/^[^\s/]+\/\S+$/.test(id)) {
      throw new Error(
        `AGENT_MODEL=${id} is not a model: write "<provider>/<model>", for example openai/gpt-5 or custom/llama3.2. ${SWITCH_BACK}`,
      );
    }
  }
  const [first = "demo", ...others] = new Set(names);
  return [first, ...others];
}

/**
 * Decides where one of the models is and how it is called, without loading or calling anything. A provider whose own key
 * is missing is reached through the AI Gateway when that has one.
 * @throws Error with a sentence that says what to set.
 */
export function chooseModel(config: ModelConfig, id = modelIds(config)[0]): ModelChoice {
  if (id === "demo") return { api: "demo", id };
  const slash = id.indexOf("/");
  const provider = id.slice(0, slash);
  const model = id.slice(slash + 1);
  if (provider === "custom") return customModel(id, model, config);
  const gatewayKey = given(config.AI_GATEWAY_API_KEY);
  const gatewayUrl = given(config.baseUrls?.gateway);
  if (isDirect(provider)) {
    const direct = DIRECT[provider];
    const apiKey = given(config[direct.key]);
    if (apiKey) return { api: provider, id, model, baseUrl: given(config.baseUrls?.[direct.url]), apiKey };
    if (gatewayKey) {
      return { api: "gateway", id, model: `${direct.atGateway}/${model}`, baseUrl: gatewayUrl, apiKey: gatewayKey };
    }
    throw new MissingSetting(id, direct.key, `needs ${direct.key} (or AI_GATEWAY_API_KEY) to be set.`);
  }
  if (gatewayKey) return { api: "gateway", id, model: id, baseUrl: gatewayUrl, apiKey: gatewayKey };
  throw new MissingSetting(
    id,
    "AI_GATEWAY_API_KEY",
    "goes through the AI Gateway and needs AI_GATEWAY_API_KEY to be set; openai/…, anthropic/…, google/… and custom/… are called directly.",
  );
}

function customModel(id: string, model: string, config: ModelConfig): ModelChoice {
  const baseUrl = given(config.AGENT_MODEL_BASE_URL);
  if (!baseUrl || !/^https?:$/.test(protocolOf(baseUrl))) {
    throw new MissingSetting(
      id,
      "AGENT_MODEL_BASE_URL",
      "needs AGENT_MODEL_BASE_URL to be the server's http(s) address, for example http://localhost:11434/v1 for Ollama.",
    );
  }
  return { api: "custom", id, model, baseUrl, apiKey: given(config.AGENT_MODEL_API_KEY) };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

function isDirect(provider: string): provider is keyof typeof DIRECT {
  return Object.hasOwn(DIRECT, provider);
}

/** An empty variable is an unset one. */
function given(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}
