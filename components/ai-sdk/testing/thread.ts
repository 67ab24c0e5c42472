import type { UIMessage } from "ai";
import { createKeptOutcomes } from "@/lib/browser-tools/kept-outcomes";
import { createCallRunner } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { ThreadChat } from "../thread-chat";
import type { FakeServer } from "./fake-server";
import { until } from "./until";

/** The tab's storage, in memory. */
export function createMemoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/** A page's thread on a fake server, with handlers of its own and a storage that outlives it. */
export function openThread(
  server: FakeServer,
  handlers: Record<string, (input: never) => unknown> = {},
  storage: Storage = createMemoryStorage(),
) {
  const pauses: number[] = [];
  const runner = createCallRunner({ threadId: "t1", handlers, kept: createKeptOutcomes(() => storage) });
  const thread = new ThreadChat({
    threadId: "t1",
    fetch: server.fetch,
    runner: () => runner,
    copy: createSessionCopy<UIMessage[]>({
      name: "test",
      version: 1,
      isValid: (value): value is UIMessage[] => Array.isArray(value),
      storage: () => storage,
    }),
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  return { thread, storage, pauses };
}

/** The same, once the history has been taken. */
export async function connectThread(server: FakeServer, handlers?: Record<string, (input: never) => unknown>) {
  const opened = openThread(server, handlers);
  opened.thread.connect();
  await until(() => opened.thread.state.get().restored);
  return opened;
}
