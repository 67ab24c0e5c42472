import { type Message, useAgent, useCopilotKit } from "@copilotkit/react-core/v2";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { callRunnerFor } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { createSessionFetch } from "../thread-api/request";
import { tellOtherTabs } from "../threads/thread-changes";
import type { ThreadView } from "./thread-context";
import { ThreadController } from "./thread-controller";
import { initialState } from "./thread-state";

/** The runtime's one agent, by CopilotKit's own default name. */
export const AGENT_ID = "default";

/** How long changes gather before the tab's copy is written, in milliseconds. */
const SAVE_DELAY = 300;

function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  return "id" in value && typeof value.id === "string" && "role" in value && typeof value.role === "string";
}

const sessionCopy = createSessionCopy<Message[]>({
  name: "copilotkit-messages",
  version: 1,
  isValid: (value): value is Message[] => Array.isArray(value) && value.every(isMessage),
});

/** The thread on CopilotKit's agent. Until the server's history is there, it is what the tab has kept. */
export function useCopilotThread(threadId: string): ThreadView {
  const { copilotkit } = useCopilotKit();
  const { agent, isReady } = useAgent({ agentId: AGENT_ID });
  const [controller] = useState(
    () =>
      new ThreadController({
        threadId,
        fetch: createSessionFetch(),
        runner: callRunnerFor(threadId),
        onAccepted: () => tellOtherTabs(threadId),
      }),
  );
  const state = useSyncExternalStore(controller.state.subscribe, controller.state.get, () => initialState);

  // Before CopilotChat's own effects: its first request is to be seen.
  useLayoutEffect(() => controller.follow(copilotkit), [controller, copilotkit]);
  useLayoutEffect(() => (isReady ? controller.use(agent) : undefined), [controller, agent, isReady]);
  const [withheld, setWithheld] = useState<ReadonlySet<string>>(() => new Set());

  const [kept] = useState(() => sessionCopy.load(threadId) ?? []);
  const isKept = !state.restored && agent.messages.length === 0;
  const messages = isKept ? kept : agent.messages;
  useTabCopy(threadId, agent, state.restored);

  return { threadId, controller, state, messages, reading: agent.isRunning, ready: isReady, withheld, setWithheld };
}

/** Keeps the conversation in the tab, so that a reload paints at once. */
function useTabCopy(threadId: string, agent: { messages: Message[] }, restored: boolean): void {
  const count = agent.messages.length;
  useEffect(() => {
    if (!restored || count === 0) return;
    const timer = setTimeout(() => sessionCopy.save(threadId, agent.messages), SAVE_DELAY);
    return () => clearTimeout(timer);
  }, [threadId, agent, restored, count]);

  useEffect(() => {
    const save = () => {
      if (agent.messages.length > 0) sessionCopy.save(threadId, agent.messages);
    };
    window.addEventListener("pagehide", save);
    return () => window.removeEventListener("pagehide", save);
  }, [threadId, agent]);
}
