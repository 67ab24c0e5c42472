import { z } from "zod";
import { REF } from "@/lib/agent/testing/desk";
import type { CallOutcome, CallRunner } from "@/lib/browser-tools/run-call";
import { CopilotPage } from "@/lib/protocols/copilotkit/testing/copilot-page";
import type { CopilotServer } from "@/lib/protocols/copilotkit/testing/copilot-server";
import { ThreadController } from "../thread-controller";

type Handlers = Record<string, (input: unknown) => unknown>;

/** A runner without a page. `kept`: outcomes that the tab already has, by call id. */
export function createRunner(handlers: Handlers, kept: Record<string, CallOutcome> = {}): CallRunner {
  return {
    handles: (name) => Object.hasOwn(handlers, name),
    outcomeOf: ({ callId }) => kept[callId] ?? null,
    async run({ callId, toolName, input }) {
      const known = kept[callId];
      if (known) return known;
      try {
        return { output: (await handlers[toolName]?.(input)) as never };
      } catch (error) {
        return { errorText: (error as Error).message };
      }
    },
    forget: () => undefined,
  };
}

/** The page's controller on CopilotKit's own core, against a server in memory. */
export async function openThread(
  server: CopilotServer,
  {
    handlers = {},
    kept,
    connect = true,
    onAccepted = () => undefined,
  }: {
    handlers?: Handlers;
    kept?: Record<string, CallOutcome>;
    connect?: boolean;
    onAccepted?: () => void;
  } = {},
) {
  const page = new CopilotPage(server, {});
  const controller = new ThreadController({
    threadId: REF.threadId,
    runner: createRunner(handlers, kept),
    sleep: async () => undefined,
    onAccepted,
    fetch: async () => Response.json(await server.thread.inspect()),
  });
  for (const name of Object.keys(handlers)) {
    page.core.addTool({
      name,
      description: name,
      parameters: z.looseObject({}),
      handler: (input: Record<string, unknown>, { toolCall }) =>
        controller.calls.handle({ callId: toolCall.id, toolName: name, input }),
    });
  }
  controller.follow(page.core);
  controller.use(page.agent);
  if (connect) {
    await page.connect();
    await settled(controller, page);
  }
  return { page, controller };
}

/** A tool that a person answers, as `useHumanInTheLoop` mounts it, and its card. */
export function offerCard(page: CopilotPage, controller: ThreadController, name: string): void {
  page.core.addTool({
    name,
    type: "human-in-the-loop",
    description: name,
    parameters: z.looseObject({}),
    handler: (_input: unknown, { toolCall, signal }) =>
      new Promise((resolve, reject) => {
        const close = controller.calls.ask(toolCall.id, (result) => {
          close();
          resolve(result);
        });
        signal?.addEventListener("abort", () => {
          close();
          reject(new Error("aborted"));
        });
      }),
  });
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error("It did not happen.");
}

/** Nothing is read, worked on or mended any more, and the page has taken note of it. */
export async function settled(controller: ThreadController, page: CopilotPage): Promise<void> {
  const isIdle = () => {
    const { working, reconnecting, restored, running } = controller.state.get();
    return restored && !working && !reconnecting && running.size === 0 && !page.agent.isRunning;
  };
  for (let quiet = 0; quiet < 10; ) {
    await until(isIdle);
    await new Promise((resolve) => setTimeout(resolve, 2));
    quiet = isIdle() ? quiet + 1 : 0;
  }
}
