import { z } from "zod";
import type { NativeDecision, NativeResult, RunFence } from "../../agent/api";
import type { UserInput } from "../../agent/protocol";
import { AppError } from "../../errors";
import { createId } from "../../ids";
import { checkQuestionSize } from "../limits";

const threadId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, "must be 1 to 128 letters, digits, dots, colons, underscores or dashes");
const messageId = z.string().regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 printable characters without spaces");
const callId = z.string().min(1, "a call id must not be empty").max(256, "a call id has at most 256 characters");

const newMessage = z.strictObject({
  text: z.string().refine((text) => text.trim() !== "", "must not be blank"),
  id: messageId.optional(),
  model: z.string().optional(),
});

const decision = z.union([z.literal("approve"), z.literal("reject"), z.tuple([z.literal("reject"), z.string()])], {
  error: 'must be "approve", "reject" or ["reject", reason]',
});

// A key that is present decides, whatever its value: `{ "result": null }` is an answer.
const result = z
  .strictObject({ result: z.unknown(), error: z.string("must be a string").optional() })
  .partial()
  .refine((entry) => Object.hasOwn(entry, "result") !== Object.hasOwn(entry, "error"), {
    error: 'must have exactly one of "result" and "error"',
  });

/** Characters of a thread's title. */
const TITLE_LIMIT = 120;
const rename = z.strictObject({
  title: z
    .string()
    .trim()
    // What the store leaves out of a title (control characters, halves of a pair) does not make one.
    .refine((title) => /[^\p{Cc}\p{Cs}\s]/u.test(title), "must not be blank")
    .refine((title) => Array.from(title).length <= TITLE_LIMIT, `must have at most ${TITLE_LIMIT} characters`),
});

const fence = z.strictObject({ runId: z.string().min(1), attempt: z.int().min(0) });

/** A thread id from a path: untrusted, and not yet authorized. */
export function parseThreadId(value: string | undefined): string {
  return parse(z.object({ threadId }), { threadId: value }).threadId;
}

/** `{ text, id?, model? }`. Without an id the message is new by definition. */
export function parseNewMessage(body: unknown): UserInput {
  const { text, id, model } = parse(newMessage, body);
  const message: UserInput = { id: id ?? createId("msg"), blocks: [{ type: "text", text }], ...(model && { model }) };
  checkQuestionSize(message);
  return message;
}

/** `{ decisions: { callId: "approve" | "reject" | ["reject", reason] }, via? }`; `via` says where a person decided. */
export function parseDecisions(body: unknown): { decisions: Record<string, NativeDecision>; via?: string | undefined } {
  return parse(
    z.strictObject({ decisions: callMap(decision), via: z.string().trim().min(1).max(40).optional() }),
    body,
  );
}

/** `{ results: { callId: { result } | { error } } }` */
export function parseResults(body: unknown): Record<string, NativeResult> {
  return parse(z.strictObject({ results: callMap(result) }), body).results as Record<string, NativeResult>;
}

/** `{ title }`: what the thread shall be called from now on. */
export function parseTitle(body: unknown): string {
  return parse(rename, body).title;
}

/** `{ runId, attempt }`: both must match the run as it is. */
export function parseFence(body: unknown): RunFence {
  return parse(fence, body);
}

function callMap<Entry extends z.ZodType>(entry: Entry) {
  return z.record(callId, entry).refine((map) => Object.keys(map).length > 0, "must name at least one call");
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join(".") || "body";
  throw new AppError("invalid-input", `${path}: ${issue?.message ?? "is not valid"}`);
}
