import { z } from "zod";
import type { AgentInterrupt, AgentRun, RunData } from "../agent/events";
import type { Block } from "../agent/messages";
import type { RunError } from "../workflow/types";
import { StoredShapeError } from "./db/errors";

/*
 * What version 1 of the stored values looks like. The schemas only judge: the value that was read is passed on as it is,
 * so that no key, however odd, is lost on the way. Values that a client, a tool or a provider made are not looked into.
 */

/** Version of `data`, `cursor`, `interrupt` and `error` in runs, of `blocks` in messages, of `events` in the log. */
export const STORED_VERSION = 1;

const text = z.string();

const outcome = z.discriminatedUnion("type", [
  z.object({ type: z.literal("result") }),
  z.object({ type: z.literal("error"), message: text }),
  z.object({ type: z.literal("rejected"), reason: text.optional() }),
  z.object({ type: z.literal("stopped"), message: text }),
  z.object({ type: z.literal("cancelled"), message: text }),
]);

const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }),
  z.object({ type: z.literal("reasoning"), text }),
  z.object({
    type: z.literal("tool-call"),
    callId: text,
    toolName: text,
    kind: z.enum(["server", "frontend", "unknown"]),
    approval: z
      .object({
        reason: text,
        decision: z.object({ approved: z.boolean(), reason: text.optional() }).optional(),
      })
      .optional(),
    invalid: text.optional(),
  }),
  z.object({ type: z.literal("tool-result"), callId: text, toolName: text, outcome }),
  z.object({ type: z.literal("file"), mediaType: text, url: text, filename: text.optional() }),
]);

const blocksSchema = z.array(block);

const answer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("approval"), approved: z.boolean(), reason: text.optional() }),
  z.object({ type: z.literal("outcome"), outcome, messageId: text.optional() }),
  z.object({ type: z.literal("event") }),
]);

const interruptSchema = z.object({
  id: text,
  type: z.enum(["approval", "tool-results", "event", "timer"]),
  name: text.optional(),
  dueAt: text.optional(),
  request: z.object({
    calls: z.array(z.object({ callId: text, toolName: text, reason: text.optional() })),
  }),
  answers: z.record(text, answer),
});

const catalog = z.array(z.object({ name: text, description: text })).nullable();

const cursorSchema = z.object({
  event: z.object({ type: text }),
  state: z.object({
    catalog,
    offered: z.array(text),
    toolRuns: z.record(text, z.number()),
    steps: z.number(),
    invalidCalls: z.number(),
    opening: z.array(z.object({ id: text, role: text, blocks: blocksSchema })),
    context: z.array(text),
  }),
  answered: interruptSchema.nullable(),
});

const dataSchema = z.object({
  messageId: text,
  questionId: text,
  model: text,
  mode: z.enum(["stream", "run"]),
  catalog,
});

const errorSchema = z.object({ code: text, message: text });

/** @throws StoredShapeError naming the first wrong path */
function read<T>(schema: z.ZodType, value: unknown, what: string): T {
  const { error } = schema.safeParse(value);
  const issue = error?.issues[0];
  if (issue) throw new StoredShapeError(what, `${issue.path.join(".") || "value"}: ${issue.message}`);
  return value as T;
}

/** @throws StoredShapeError when a newer (or broken) release wrote the value */
export function checkVersion(version: number, what: string): void {
  if (version !== STORED_VERSION) {
    throw new StoredShapeError(what, `it has version ${version}, and this release knows version ${STORED_VERSION}`);
  }
}

export const readBlocks = (value: unknown, what: string) => read<Block[]>(blocksSchema, value, `${what}: blocks`);
export const readInterrupt = (value: unknown, what: string) =>
  read<AgentInterrupt>(interruptSchema, value, `${what}: interrupt`);
export const readCursor = (value: unknown, what: string) =>
  read<AgentRun["cursor"]>(cursorSchema, value, `${what}: cursor`);
export const readData = (value: unknown, what: string) => read<RunData>(dataSchema, value, `${what}: data`);
export const readError = (value: unknown, what: string) => read<RunError>(errorSchema, value, `${what}: error`);
