import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { UIMessage } from "ai";
import type { Inspection } from "../../lib/agent/api";
import { HeadlessChat, type HeadlessChatOptions } from "../../lib/protocols/ai-sdk/testing/headless-chat";
import { RecordingFetch } from "../support/recording-fetch";
import { ApiClient } from "../support/session";

/** The seeds' scenarios with the AI SDK's own client, in Node, against the production server and its demo model. */
async function open(baseURL: string | undefined, options: HeadlessChatOptions = {}) {
  const api = await ApiClient.create(baseURL ?? "");
  const threadId = `t-${randomUUID()}`;
  const wire = new RecordingFetch(api, threadId);
  const chat = new HeadlessChat(wire, options);
  const refunds = async (orderId: string): Promise<{ callId: string; amount: number }[]> =>
    (await api.get<{ refunds: { callId: string; amount: number }[] }>(`/api/orders/${orderId}`)).body.refunds;
  const run = async () => (await api.get<Inspection>(`/api/threads/${threadId}`)).body.run;
  const reload = async () => (await api.get<{ messages: UIMessage[] }>(`/api/chat/${threadId}`)).body.messages;
  const posts = () => wire.exchanges.filter((exchange) => exchange.method === "POST").length;
  return { api, wire, threadId, chat, refunds, run, reload, posts };
}

const textOf = (chat: HeadlessChat) =>
  (chat.answer?.parts ?? []).map((part) => (part.type === "text" ? part.text : "")).join(" ");

/** The one tool part of that name. */
function partOf(chat: HeadlessChat, toolName: string) {
  const id = (chat.answer?.parts ?? []).flatMap((part) =>
    "toolCallId" in part && part.type === `tool-${toolName}` ? [part.toolCallId] : [],
  );
  return id.map((callId) => ({ callId, ...chat.part(callId) }));
}

test.describe("the AI SDK client against the production server", () => {
  test("one frontend tool: the browser acts, the answer arrives", async ({ baseURL }) => {
    const { chat, wire, run, reload, posts } = await open(baseURL, { handlers: { read_title: () => "Headless desk" } });
    await chat.ask("What is the title of this page?");
    expect(chat.started.map(({ toolName }) => toolName)).toEqual(["read_title"]);
    expect(textOf(chat)).toContain("Headless desk");
    expect(posts()).toBe(2);
    expect((await run())?.status).toBe("completed");
    expect((await reload()).map(({ id }) => id)).toEqual(chat.messages.map(({ id }) => id));
    await wire.verify();
  });

  test("approval, then execution once", async ({ baseURL }) => {
    const { chat, wire, refunds, posts } = await open(baseURL);
    await chat.ask("Refund 250 for A-1001");
    const [part] = partOf(chat, "refund_order");
    expect(part).toMatchObject({ state: "approval-requested", input: { orderId: "A-1001", amount: 250 } });
    expect(await refunds("A-1001")).toEqual([]);
    await chat.decide(part?.callId ?? "", true);
    await chat.idle();
    expect(chat.stateOf(part?.callId ?? "")).toBe("output-available");
    expect(await refunds("A-1001")).toEqual([{ callId: part?.callId, amount: 250 }]);
    expect(posts()).toBe(2);
    await wire.verify();
  });

  test("a rejection never runs the tool and the model reads the reason", async ({ baseURL }) => {
    const { chat, wire, refunds } = await open(baseURL);
    await chat.ask("Refund 250 for A-1001");
    const [part] = partOf(chat, "refund_order");
    await chat.decide(part?.callId ?? "", false, "The parcel has arrived");
    await chat.idle();
    expect(chat.stateOf(part?.callId ?? "")).toBe("output-denied");
    expect(await refunds("A-1001")).toEqual([]);
    expect(textOf(chat)).toContain("The parcel has arrived");
    await wire.verify();
  });

  test("server and frontend tool in one step: the server tool runs once, before the pause", async ({ baseURL }) => {
    const { chat, wire, posts } = await open(baseURL, { handlers: { read_title: () => "Both" } });
    await chat.ask("What time is it and what is the title of this page?");
    expect(partOf(chat, "server_clock")).toMatchObject([{ state: "output-available" }]);
    expect(partOf(chat, "read_title")).toMatchObject([{ state: "output-available", output: "Both" }]);
    expect(chat.started.map(({ toolName }) => toolName)).toEqual(["read_title"]);
    expect(posts()).toBe(2);
    await wire.verify();
  });

  test("two calls of one tool stay apart", async ({ baseURL }) => {
    const { chat, wire } = await open(baseURL, {
      handlers: { read_text: (input) => `text of ${(input as { selector: string }).selector}` },
    });
    await chat.ask("Read the text of #summary and #customer");
    expect(partOf(chat, "read_text").map(({ output }) => output)).toEqual(["text of #summary", "text of #customer"]);
    await wire.verify();
  });

  for (const value of [{ nested: { list: [1, "two", null] } }, [1, [2]], false, 0, null, "", "ünï 漢字 🧩"]) {
    test(`the value ${JSON.stringify(value)} crosses the boundary`, async ({ baseURL }) => {
      const { chat, wire, reload } = await open(baseURL, { handlers: { read_form: () => value } });
      await chat.ask("What is in the form?");
      expect(partOf(chat, "read_form")).toMatchObject([{ state: "output-available", output: value }]);
      const restored = (await reload()).at(-1)?.parts.find((part) => part.type === "tool-read_form");
      expect(restored).toMatchObject({ output: value });
      expect(textOf(chat).length).toBeGreaterThan(0);
      await wire.verify();
    });
  }

  test("a throwing handler is an error that the model reads", async ({ baseURL }) => {
    const { chat, wire } = await open(baseURL, {
      handlers: {
        read_title: () => {
          throw new Error("the window is closed");
        },
      },
    });
    await chat.ask("What is the title of this page?");
    expect(partOf(chat, "read_title")).toMatchObject([{ state: "output-error", errorText: "the window is closed" }]);
    expect(textOf(chat)).toContain("the window is closed");
    await wire.verify();
  });

  test("a failing server tool is an error result, and the turn goes on", async ({ baseURL }) => {
    const { chat, wire, run } = await open(baseURL);
    await chat.ask("Look up order A-9999");
    expect(partOf(chat, "look_up_order")).toMatchObject([{ state: "output-error" }]);
    expect((await run())?.status).toBe("completed");
    await wire.verify();
  });

  test("two steps in a row, without a submission loop", async ({ baseURL }) => {
    const { chat, wire, posts } = await open(baseURL, {
      handlers: { read_title: () => "First", list_headings: () => ["A", "B"] },
    });
    await chat.ask("Read the title, then the headings");
    expect(chat.started.map(({ toolName }) => toolName)).toEqual(["read_title", "list_headings"]);
    expect(posts()).toBe(3);
    await wire.verify();
  });

  test("an eager client's partial answers are kept, one continuation follows the last", async ({ baseURL }) => {
    const sent = new Set<string>();
    const { chat, wire, posts, run } = await open(baseURL, {
      handlers: {},
      // Submits as soon as any new output is there, and remembers what it sent.
      sendAutomaticallyWhen: ({ messages }) => {
        const ready = (messages.at(-1)?.parts ?? []).flatMap((part) =>
          "toolCallId" in part && part.state === "output-available" && !sent.has(part.toolCallId)
            ? [part.toolCallId]
            : [],
        );
        for (const id of ready) sent.add(id);
        return ready.length > 0;
      },
    });
    await chat.ask("Read the text of #summary and #customer");
    const calls = partOf(chat, "read_text").map(({ callId }) => callId);
    expect(calls.length).toBe(2);
    await chat.addToolOutput({ tool: "read_text", toolCallId: calls[0] ?? "", output: "one" });
    await chat.idle();
    expect(posts()).toBe(2);
    expect((await run())?.interrupt?.calls).toMatchObject([
      { callId: calls[0], outcome: { type: "result", value: "one" } },
      { callId: calls[1] },
    ]);
    await chat.addToolOutput({ tool: "read_text", toolCallId: calls[1] ?? "", output: "two" });
    await chat.idle();
    expect(posts()).toBe(3);
    expect(textOf(chat)).toContain("one");
    expect(textOf(chat)).toContain("two");
    await wire.verify();
  });

  test("the provider fails after streaming began: an error part, the run failed, the next message works", async ({
    baseURL,
  }) => {
    const { chat, wire, run } = await open(baseURL);
    await chat.ask("Please break in the middle");
    expect(chat.status).toBe("error");
    expect(wire.exchanges.at(-1)?.chunks.map((chunk) => chunk.type)).toContain("error");
    expect(await run()).toMatchObject({ status: "failed", interrupt: null });
    await chat.ask("What time is it?");
    expect((await run())?.status).toBe("completed");
    expect(partOf(chat, "server_clock")).toMatchObject([{ state: "output-available" }]);
  });

  test("long multi-byte text arrives whole", async ({ baseURL }) => {
    const { chat, wire, reload } = await open(baseURL);
    await chat.ask("Tell a long story in several languages");
    const text = textOf(chat);
    expect(text.length).toBeGreaterThan(1500);
    expect(text).not.toContain("\uFFFD");
    const stored = (await reload()).at(-1)?.parts ?? [];
    const restored = stored
      .map((part) => (part.type === "text" ? part.text : ""))
      .join(" ")
      .trim();
    expect(restored).toBe(text.trim());
    await wire.verify();
  });

  test("frontend call and approval in one step: dispatched once decided, one model call after the last answer", async ({
    baseURL,
  }) => {
    const { chat, wire, refunds, posts } = await open(baseURL, { handlers: { read_title: () => "After approval" } });
    await chat.ask("Read the title and refund 250");
    expect(chat.started).toEqual([]);
    const [pay] = partOf(chat, "refund_order");
    await chat.decide(pay?.callId ?? "", true);
    await chat.idle();
    expect(chat.started.map(({ toolName }) => toolName)).toEqual(["read_title"]);
    expect((await refunds("A-1001")).length).toBe(1);
    expect(posts()).toBe(3);
    await wire.verify();
  });
});
