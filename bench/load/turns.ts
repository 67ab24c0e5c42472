import { randomUUID } from "node:crypto";
import type { UIMessage, UIMessageChunk } from "ai";
import type { HttpClient } from "./http-client";

/** A chat endpoint, and how much of a conversation its clients have to send along. */
export interface Target {
  name: "ours" | "bare";
  path: string;
  /** The bare route knows only what it is told: every request carries the whole history. */
  sendsHistory: boolean;
}

export const OURS: Target = { name: "ours", path: "/api/chat", sendsHistory: false };
export const BARE: Target = { name: "bare", path: "/api/bench/bare", sendsHistory: true };

/** One response as a client sees it. Times in milliseconds from the request. */
export interface Answer {
  /** Until the first delta of reasoning or text. */
  firstTokenMs: number;
  totalMs: number;
  reasoning: string;
  text: string;
  message: UIMessage;
}

interface Conversation {
  threadId: string;
  history: UIMessage[];
}

export function newConversation(): Conversation {
  return { threadId: `bench-${randomUUID()}`, history: [] };
}

/** Asks a question; resolves at the end of the response. */
export function ask(client: HttpClient, target: Target, conversation: Conversation, question: string): Promise<Answer> {
  return send(client, target, conversation, {
    id: randomUUID(),
    role: "user",
    parts: [{ type: "text", text: question }],
  });
}

/** Answers the one open frontend call of a response, as a page does. */
export function answerCall(
  client: HttpClient,
  target: Target,
  conversation: Conversation,
  { message }: Answer,
  output: unknown,
): Promise<Answer> {
  const part = message.parts.at(-1);
  if (part?.type !== "tool-read_title" || !("state" in part) || part.state !== "input-available") {
    throw new Error(`${target.name}: no call was handed to the browser.`);
  }
  Object.assign(part, { state: "output-available", output });
  conversation.history = conversation.history.filter((known) => known.id !== message.id);
  return send(client, target, conversation, message);
}

async function send(
  client: HttpClient,
  { name, path, sendsHistory }: Target,
  conversation: Conversation,
  message: UIMessage,
): Promise<Answer> {
  const { threadId: id, history } = conversation;
  const body = { id, messages: sendsHistory ? [...history, message] : [message], trigger: "submit-message" };
  const started = performance.now();
  const reader = new AnswerReader(message);
  let firstTokenMs = Number.NaN;
  await client.postStream(path, body, (value) => {
    const chunk = value as UIMessageChunk;
    if (chunk.type === "error") throw new Error(`${name}: ${chunk.errorText}`);
    reader.take(chunk);
    if (Number.isNaN(firstTokenMs) && reader.hasToken) firstTokenMs = performance.now() - started;
  });
  const totalMs = performance.now() - started;
  if (!reader.finished) throw new Error(`${name}: the response ended before its answer did.`);
  history.push(message);
  if (reader.message.id !== message.id) history.push(reader.message);
  return { firstTokenMs, totalMs, reasoning: reader.reasoning, text: reader.text, message: reader.message };
}

/** Builds the assistant's message from a stream, as far as this bench posts it back. */
class AnswerReader {
  finished = false;
  reasoning = "";
  text = "";
  message: UIMessage;

  constructor(posted: UIMessage) {
    // The answer to an assistant message goes on with that message.
    this.message = posted.role === "assistant" ? posted : { id: randomUUID(), role: "assistant", parts: [] };
  }

  get hasToken(): boolean {
    return this.reasoning !== "" || this.text !== "";
  }

  take(chunk: UIMessageChunk): void {
    const { parts } = this.message;
    switch (chunk.type) {
      case "start":
        if (chunk.messageId) this.message.id = chunk.messageId;
        break;
      case "start-step":
        parts.push({ type: "step-start" });
        break;
      case "reasoning-delta":
        this.reasoning += chunk.delta;
        break;
      case "text-delta":
        this.text += chunk.delta;
        break;
      case "reasoning-end":
        parts.push({ type: "reasoning", text: this.reasoning, state: "done" });
        break;
      case "text-end":
        parts.push({ type: "text", text: this.text, state: "done" });
        break;
      case "tool-input-available": {
        const { toolCallId, toolName, input } = chunk;
        parts.push({ type: `tool-${toolName}`, toolCallId, state: "input-available", input });
        break;
      }
      case "finish":
        this.finished = true;
        break;
    }
  }
}
