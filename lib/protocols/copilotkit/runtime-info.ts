import { AGENT_ID } from "./runtime-call";

/** Answer to `GET info`: which agents there are, and that the runtime's optional features are all absent. */
export interface RuntimeInfo {
  version: string;
  agents: Record<string, { name: string; description: string }>;
  /** Plain server-sent events, not CopilotKit's hosted platform. */
  mode: "sse";
  audioFileTranscriptionEnabled: false;
  threadEndpoints: { list: false; inspect: false; mutations: false; realtimeMetadata: false };
  suggestions: false;
  a2uiEnabled: false;
  openGenerativeUIEnabled: false;
  telemetryDisabled: true;
}

/** The version of `@copilotkit/runtime` whose four routes these are. */
const SPOKEN_VERSION = "1.75.0";

export function toRuntimeInfo(description: string): RuntimeInfo {
  return {
    version: SPOKEN_VERSION,
    agents: { [AGENT_ID]: { name: AGENT_ID, description } },
    mode: "sse",
    audioFileTranscriptionEnabled: false,
    threadEndpoints: { list: false, inspect: false, mutations: false, realtimeMetadata: false },
    suggestions: false,
    a2uiEnabled: false,
    openGenerativeUIEnabled: false,
    telemetryDisabled: true,
  };
}
