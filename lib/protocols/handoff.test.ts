import { describe, expect, it } from "vitest";
import { AgUiPage } from "./ag-ui/testing/agui-page";
import type { AgUiServer } from "./ag-ui/testing/agui-server";
import { checkStreamsAfterEach, clock, copy, expectSameAsHydrated, pay, scene, title } from "./ag-ui/testing/scene";
import { createAiSdkAdapter } from "./ai-sdk/adapter";
import type { ChatChunk, ChatMessage } from "./ai-sdk/chat-message";
import { toUiMessages } from "./ai-sdk/history";
import { parseChatRequest } from "./ai-sdk/parse-chat-request";
import { aiSdkInputTranslator } from "./ai-sdk/translator";

checkStreamsAfterEach();

/** The thread as `useChat` has it: its history, and requests with the last message alone. */
class ChatTab {
  constructor(private readonly server: AgUiServer) {}

  async history(): Promise<ChatMessage[]> {
    const { messages, run } = await this.server.thread.history({ limit: 200 });
    return toUiMessages(messages, run);
  }

  async ask(text: string): Promise<ChatChunk[]> {
    const message = { id: "q1", blocks: [{ type: "text" as const, text }] };
    return collect((await this.server.thread.stream(message)).events(createAiSdkAdapter(null)));
  }

  /** Sends the last message back, its tool parts changed by the page. */
  async answer(change: (part: Part) => Part): Promise<ChatChunk[]> {
    const last = (await this.history()).at(-1);
    const parts = (last?.parts ?? []).map((part) => ("toolCallId" in part ? change(part as Part) : part));
    const chat = parseChatRequest({ id: "thread-1", messages: [{ ...last, parts }] });
    if (chat.kind !== "continuation") throw new Error("Not a continuation.");
    const handle = await this.server.thread.submitInputs(chat.payload, aiSdkInputTranslator).accept();
    return collect(handle.events(createAiSdkAdapter(chat.payload.message)));
  }
}

interface Part {
  type: string;
  toolCallId: string;
  state: string;
  [field: string]: unknown;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function toolStates(messages: ChatMessage[]): Record<string, string> {
  return Object.fromEntries(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => ("toolCallId" in part ? [[part.toolCallId, (part as unknown as Part).state]] : [])),
    ),
  );
}

const steps = () => [
  { text: "All of it.", calls: [clock("s1"), copy("w1"), title("w2"), pay("p1")] },
  { text: "Done." },
  { text: "Welcome." },
];

describe("one thread in two clients", () => {
  it("begun in useChat, approved and executed over AG-UI, is read to its end in useChat", async () => {
    const { server } = scene(steps());
    const chat = new ChatTab(server);
    const chunks = await chat.ask("Go.");
    expect(chunks.flatMap((chunk) => (chunk.type === "tool-approval-request" ? [chunk.toolCallId] : []))).toEqual([
      "w1",
      "p1",
    ]);

    const page = await AgUiPage.reload(server);
    expect(page.agent.pendingInterrupts.map((interrupt) => interrupt.id)).toEqual(["w1", "p1"]);
    const resume = page.agent.pendingInterrupts.map(({ id }) => ({
      interruptId: id,
      status: "resolved" as const,
      payload: { approved: true },
    }));
    await page.finish(await page.run(resume));
    expect(page.reply).toBe("Done.");
    expect(page.started.map((call) => call.id)).toEqual(["w1", "w2"]);
    await expectSameAsHydrated({ server, page });

    const messages = await chat.history();
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(toolStates(messages)).toEqual({
      s1: "output-available",
      w1: "output-available",
      w2: "output-available",
      p1: "output-available",
    });
    expect(server.counters).toEqual({ clock: 1, pay: [{ callId: "p1", amount: 500 }] });
    expect(server.model.prompts).toHaveLength(2);
  });

  it("begun over AG-UI, approved and executed in useChat, is read to its end over AG-UI", async () => {
    const { server, page: first } = scene(steps());
    await first.ask("Go.");
    const chat = new ChatTab(server);
    expect(toolStates(await chat.history())).toMatchObject({ w1: "approval-requested", p1: "approval-requested" });
    const approved = await chat.answer((part) =>
      part.state === "approval-requested"
        ? { ...part, state: "approval-responded", approval: { id: part.toolCallId, approved: true } }
        : part,
    );
    expect(approved.flatMap((chunk) => (chunk.type === "tool-input-available" ? [chunk.toolCallId] : []))).toEqual([
      "w1",
      "w2",
    ]);

    const between = await AgUiPage.reload(server);
    expect(between.agent.pendingInterrupts).toMatchObject([{ reason: "neuron:wait_for_event" }]);

    await chat.answer((part) =>
      part.state === "input-available" ? { ...part, state: "output-available", output: { ok: true } } : part,
    );
    const page = await AgUiPage.reload(server);
    expect(page.reply).toBe("Done.");
    expect(page.messages.filter((message) => message.role === "tool")).toHaveLength(4);
    expect(new Set(page.messages.map((message) => message.id)).size).toBe(page.messages.length);
    expect(server.counters).toEqual({ clock: 1, pay: [{ callId: "p1", amount: 500 }] });
    expect(server.model.prompts).toHaveLength(2);

    await page.ask("Thanks.", "q2");
    expect(page.reply).toBe("Welcome.");
    await expectSameAsHydrated({ server, page });
  });
});
