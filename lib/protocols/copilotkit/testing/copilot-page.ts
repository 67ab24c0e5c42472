import { randomUUID } from "node:crypto";
import { CopilotKitCoreReact } from "@copilotkit/react-core/v2/headless";
import { vi } from "vitest";
import { z } from "zod";
import { REF } from "../../../agent/testing/desk";
import { type CopilotServer, RUNTIME_URL } from "./copilot-server";

type Handler = (args: Record<string, unknown>) => unknown;
type Resume = { interruptId: string; status: "resolved" | "cancelled"; payload?: unknown }[];

/** CopilotKit's own core without a page, on the routes of a {@link CopilotServer}. */
export class CopilotPage {
  readonly core: CopilotKitCoreReact;
  readonly agent: ReturnType<CopilotKitCoreReact["registerProxiedAgent"]>["agent"];
  /** Call ids for which a handler was started, in order. */
  readonly started: string[] = [];
  /** What CopilotKit reports to `onError`. */
  readonly errors: { code: string; message: string; runtimeCode: unknown }[] = [];
  constructor(server: CopilotServer, handlers: Record<string, Handler> = { title: () => "Orders", copy: () => true }) {
    // CopilotKit asks the global one, whatever its agents are given.
    vi.stubGlobal("fetch", server.fetch);
    this.core = new CopilotKitCoreReact({ runtimeUrl: RUNTIME_URL, runtimeTransport: "rest" });
    this.agent = this.core.registerProxiedAgent({ agentId: "page", runtimeAgentId: "default" }).agent;
    this.agent.threadId = REF.threadId;
    for (const [name, handler] of Object.entries(handlers)) this.offer(name, handler);
    this.core.subscribe({
      onError: ({ code, error, context }) => {
        this.errors.push({ code, message: error.message, runtimeCode: context.runtimeErrorCode });
      },
    });
  }

  /** A page that opens the thread anew. */
  static async open(server: CopilotServer, handlers?: Record<string, Handler>): Promise<CopilotPage> {
    const page = new CopilotPage(server, handlers);
    await page.connect();
    return page;
  }

  /** A frontend tool, as `useFrontendTool` mounts it. */
  offer(name: string, handler: Handler): void {
    this.core.addTool({
      name,
      description: name,
      parameters: z.looseObject({}),
      handler: async (args: Record<string, unknown>, { toolCall }) => {
        this.started.push(toolCall.id);
        return handler(args);
      },
    });
  }

  get interrupts() {
    return this.agent.pendingInterrupts;
  }

  /** What the assistant said last. */
  get reply(): string {
    const last = this.agent.messages.at(-1);
    return last?.role === "assistant" ? (last.content ?? "") : "";
  }

  /** Roles with texts and call ids, in order. */
  get transcript(): string[] {
    return this.agent.messages.map((message) => {
      if (message.role === "assistant" && message.toolCalls?.length) {
        return `calls ${message.toolCalls.map((call) => call.id).join()}`;
      }
      return `${message.role}: ${message.role === "tool" ? message.content : String(message.content)}`;
    });
  }

  connect(): Promise<unknown> {
    return this.core.connectAgent({ agent: this.agent });
  }

  ask(text: string, resume?: Resume): Promise<unknown> {
    this.agent.addMessage({ id: randomUUID(), role: "user", content: text });
    return this.run(resume);
  }

  run(resume?: Resume): Promise<unknown> {
    return this.core.runAgent({ agent: this.agent, ...(resume && { resume }) });
  }

  /** Answers every open interrupt, as `useInterrupt` does. */
  decide(...decisions: { approved: boolean; reason?: string }[]): Promise<unknown> {
    return this.run(
      this.interrupts.map(({ id }, index) => ({
        interruptId: id,
        status: "resolved",
        payload: decisions[index] ?? decisions[0],
      })),
    );
  }
}
