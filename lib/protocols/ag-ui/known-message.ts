import { z } from "zod";
import type { AgUiMessage } from "./wire";

/*
 * The client's own copy of the conversation. It is only ever sent back to the same client, inside a snapshot, and must
 * then please both protocol generations: what is unknown is left out, optional nulls are absent, tool content is text.
 */

const id = z.string();
const text = z.string();
/** Absent, or left out because it is nothing that both generations know. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const metadata = optional(z.record(z.string(), z.unknown()));

const source = z.discriminatedUnion("type", [
  z.object({ type: z.literal("data"), value: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal("url"), value: z.string(), mimeType: optional(z.string()) }),
]);
const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }),
  z.object({ type: z.enum(["image", "audio", "video", "document"]), source, metadata }),
]);
/** Only the elements that are such; the others are dropped. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const parsed = schema.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );

const toolCall = z.object({
  id,
  type: z.literal("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
  metadata,
});

const message = z.discriminatedUnion("role", [
  z.object({ id, role: z.literal("user"), content: z.union([text, listOf(part)]) }),
  z.object({
    id,
    role: z.literal("assistant"),
    content: optional(text),
    toolCalls: optional(listOf(toolCall)),
  }),
  z.object({
    id,
    role: z.literal("tool"),
    toolCallId: z.string(),
    content: z.unknown().optional().transform(contentText),
    error: optional(text),
    metadata,
  }),
  z.object({ id, role: z.literal("reasoning"), content: text }),
  z.object({ id, role: z.enum(["system", "developer"]), content: text }),
]);

/** A posted message as both protocol generations know it, or `null`. */
export function toKnownMessage(value: unknown): AgUiMessage | null {
  const parsed = message.safeParse(value);
  return parsed.success ? (withoutUndefined(parsed.data) as AgUiMessage) : null;
}

/** The content of a tool message as text: newer clients may send it in parts. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (content === undefined || content === null) return "";
  const parts = Array.isArray(content) ? content.map((item) => textPart.safeParse(item)) : [];
  if (parts.length > 0 && parts.every((parsed) => parsed.success)) {
    return parts.map((parsed) => parsed.data?.text ?? "").join("");
  }
  return JSON.stringify(content);
}

const textPart = z.object({ type: z.literal("text"), text });

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}
