import type { JSONObject, LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

/**
 * The same model, with options of its provider added to every call; those of a call win.
 * @param provider The provider's name in `providerOptions`.
 */
export function withProviderDefaults(model: LanguageModelV4, provider: string, defaults: JSONObject): LanguageModelV4 {
  const complete = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...options,
    providerOptions: {
      ...options.providerOptions,
      [provider]: { ...defaults, ...options.providerOptions?.[provider] },
    },
  });
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doStream: (options) => model.doStream(complete(options)),
    doGenerate: (options) => model.doGenerate(complete(options)),
  };
}
