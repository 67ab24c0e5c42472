import type { Message } from "@ag-ui/client";
import { REF } from "@/lib/agent/testing/desk";
import { createKeptOutcomes, type KeptOutcomes } from "@/lib/browser-tools/kept-outcomes";
import { createCallRunner } from "@/lib/browser-tools/run-call";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { webTools } from "@/lib/protocols/ag-ui/testing/agui-page";
import { AgUiServer, type ServerOptions, type Steps } from "@/lib/protocols/ag-ui/testing/agui-server";
import type { ViewToolPart } from "../../chat-ui/view";
import { AgUiThread } from "../ag-ui-thread";
import { toViewMessages } from "../to-view";

/** A tab's session storage, which outlives the page. */
export class MemoryStorage implements Storage {
  private readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  clear = () => this.items.clear();
  getItem = (key: string) => this.items.get(key) ?? null;
  key = (index: number) => [...this.items.keys()][index] ?? null;
  removeItem = (key: string) => void this.items.delete(key);
  setItem = (key: string, value: string) => void this.items.set(key, value);
}

/** The network between a tab and the server. Each hook applies to the next matching request. */
export class Wire {
  readonly requests: string[] = [];
  /** The request does not arrive. */
  failBefore: string | null = null;
  /** The request arrives, its response is lost. */
  failAfter: string | null = null;
  /** The stream breaks after so many events. */
  cutAfter: number | null = null;
  offline = false;
  /** With the response that is lost, the network goes. */
  goesOffline = false;

  constructor(readonly server: AgUiServer) {}

  fetch = (async (input: string, init?: RequestInit) => {
    const url = new URL(input, "http://app.test");
    const path = url.pathname;
    const method = init?.method ?? "GET";
    this.requests.push(`${method} ${path.replace(`/${REF.threadId}`, "/T")}`);
    if (this.offline || this.takes("failBefore", path)) throw new TypeError("Failed to fetch");
    const response = await this.answer(url, method, init);
    if (this.takes("failAfter", path)) {
      this.offline = this.goesOffline;
      throw new TypeError("Failed to fetch");
    }
    return this.cut(response);
  }) as typeof fetch;

  private takes(hook: "failBefore" | "failAfter", path: string): boolean {
    const wanted = this[hook];
    if (wanted === null || !path.endsWith(wanted)) return false;
    this[hook] = null;
    return true;
  }

  private async answer(url: URL, method: string, init?: RequestInit): Promise<Response> {
    if (url.pathname.endsWith("/stop")) return Response.json({ stopped: await this.server.thread.stop() });
    if (url.pathname.startsWith("/api/threads/")) return Response.json(await this.server.thread.inspect());
    if (method === "GET" && !url.pathname.endsWith("/stream")) {
      const before = url.searchParams.get("before");
      return Response.json(await this.server.hydrate(before ? { before } : {}));
    }
    return this.server.fetch(url.href, init);
  }

  private cut(response: Response): Response {
    const { cutAfter } = this;
    if (cutAfter === null || !response.headers.get("content-type")?.includes("event-stream") || !response.body) {
      return response;
    }
    this.cutAfter = null;
    let events = 0;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const frames = value.split("\n\n").filter(Boolean);
        const kept = frames.slice(0, cutAfter - events);
        events += kept.length;
        if (kept.length > 0) controller.enqueue(encoder.encode(kept.map((frame) => `${frame}\n\n`).join("")));
        if (kept.length < frames.length || events >= cutAfter) {
          void reader.cancel().catch(() => {});
          controller.error(new TypeError("network error"));
        }
      },
    });
    return new Response(body, { headers: response.headers });
  }
}

/** A page on a thread, as a person has it before them, without React. */
export class Tab {
  readonly started: string[] = [];
  /** What the tab has kept of its calls. */
  readonly kept: KeptOutcomes;
  thread: AgUiThread;
  handlers: Record<string, (input: never) => unknown> = { title: () => "Orders", copy: () => true };

  constructor(
    readonly wire: Wire,
    private readonly storage = new MemoryStorage(),
  ) {
    this.kept = createKeptOutcomes(() => storage);
    this.thread = this.open();
  }

  /** The page is loaded again in the same tab. */
  async reload(): Promise<void> {
    this.thread.disconnect();
    this.thread = this.open();
    await this.connected();
  }

  /** Another tab on the same thread. */
  async twin(): Promise<Tab> {
    const tab = new Tab(this.wire);
    await tab.connected();
    return tab;
  }

  async connected(): Promise<void> {
    this.thread.connect();
    await this.idle();
  }

  /** Resolves when nothing happens any more. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 6; ) {
      await new Promise((resolve) => setTimeout(resolve, 4));
      const { reading, restored, sending, reconnecting, running, stopping } = this.thread.state.get();
      quiet = !restored || reading || sending || reconnecting || stopping || running.size > 0 ? 0 : quiet + 1;
      if (this.wire.requests.length > 60) throw new Error("The page goes on for ever.");
    }
  }

  async ask(text: string): Promise<void> {
    await this.thread.send(text);
    await this.idle();
  }

  get views() {
    return toViewMessages(this.thread.state.get());
  }

  part(callId: string): ViewToolPart | undefined {
    return this.views
      .flatMap((message) => message.parts)
      .find((part): part is ViewToolPart => part.type === "tool" && part.callId === callId);
  }

  /** Roles and texts, the parts of a message joined. */
  get texts(): string[] {
    return this.views.map(({ role, parts }) =>
      [role, ...parts.flatMap((part) => (part.type === "text" ? [part.text] : []))].join(": "),
    );
  }

  get problem(): string | undefined {
    return this.thread.state.get().problem?.title;
  }

  private open(): AgUiThread {
    const { storage } = this;
    const runner = createCallRunner({
      threadId: REF.threadId,
      handlers: Object.fromEntries(
        ["title", "copy"].map((name) => [
          name,
          (input: never) => {
            this.started.push(name);
            return this.handlers[name]?.(input);
          },
        ]),
      ),
      kept: this.kept,
    });
    return new AgUiThread({
      threadId: REF.threadId,
      fetch: this.wire.fetch,
      runner: () => runner,
      tools: webTools,
      copy: createSessionCopy<Message[]>({
        name: "ag-ui-messages",
        version: 1,
        isValid: (value): value is Message[] => Array.isArray(value),
        storage: () => storage,
      }),
      sleep: () => new Promise((resolve) => setTimeout(resolve, 2)),
    });
  }
}

export function openTab(steps: Steps, options?: ServerOptions): Tab {
  return new Tab(new Wire(new AgUiServer(steps, options)));
}
