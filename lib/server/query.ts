import { z } from "zod";
import type { ThreadQuery } from "../agent/store";

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be a whole number")
  .transform(Number);

/** Largest page of a transcript, in stored messages. */
const PAGE_LIMIT = 200;

const page = z.object({
  limit: wholeNumber.pipe(z.number().min(1).max(PAGE_LIMIT)).default(50),
  before: z.string().min(1).max(128).optional(),
});

const threadQuery = z.object({
  limit: wholeNumber.pipe(z.number().min(1)).optional(),
  search: z.string().trim().max(200).optional(),
});

const start = z.object({ from: wholeNumber.default(0) });

const position = z.object({ after: wholeNumber.default(0) });

/** `?limit=&before=`: the newest messages, or those before a stored message. */
export function parsePage(request: Request): { limit: number; before?: string } {
  return page.parse(queryOf(request));
}

/** `?limit=&search=`: so many threads, and only those whose title contains the text. */
export function parseThreadQuery(request: Request): ThreadQuery {
  return threadQuery.parse(queryOf(request));
}

/** `?after=`, or where a reconnecting `EventSource` says it came to: that is the newer of the two. */
export function parsePosition(request: Request): number {
  const { after } = position.parse(queryOf(request));
  const seen = wholeNumber.safeParse(request.headers.get("last-event-id"));
  return seen.success ? Math.max(after, seen.data) : after;
}

/** `?from=`: the log number after which reading begins. */
export function parseFrom(request: Request): number {
  return start.parse(queryOf(request)).from;
}

const id = z.string().min(1).max(128);

const answer = z.union(
  [z.strictObject({ runId: id }), z.strictObject({ messageId: id })],
  "name a runId or a messageId",
);

/** `?runId=`, or `?messageId=` of a message that the run has written. */
export function parseAnswer(request: Request): { runId: string } | { messageId: string } {
  return answer.parse(queryOf(request));
}

function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}
