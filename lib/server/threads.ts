import { AppError } from "../errors";
import { BODY_LIMIT, readJson } from "../http/body";
import type { RouteContext } from "../http/route";
import { toInboxWait, toThreadRow } from "../protocols/native/lists";
import { parseThreadId, parseTitle } from "../protocols/native/parse";
import type { ThreadList } from "../protocols/native/responses.schema";
import { server } from "../server";
import { parseThreadQuery } from "./query";
import { threadAgent } from "./thread";

/** `GET /api/threads/{threadId}`: the thread and its latest run. */
export async function inspectThread(context: RouteContext) {
  const inspected = await (await threadAgent(context)).inspect();
  if (!inspected) throw new AppError("not-found", "There is no such thread.");
  return inspected;
}

/**
 * `GET /api/threads?limit=&search=`: the session's threads, most recently active first. With a `limit`, those with a live
 * run are among them however old they are, and `more` says that others are left out.
 */
export async function listThreads({ request, session }: RouteContext): Promise<ThreadList> {
  const query = parseThreadQuery(request);
  const { env, store } = await server();
  const { threads, more } = await store.threads(session.id, query);
  return { threads: threads.map((summary) => toThreadRow(summary, env.AGENT_LEASE_SECONDS)), ...(more && { more }) };
}

/** `GET /api/inbox`: every wait that needs a person, over all threads. */
export async function listInbox({ session }: RouteContext) {
  const { threads } = await (await server()).store.threads(session.id, { suspended: true });
  return { waits: threads.flatMap(toInboxWait) };
}

export async function stopThread(context: RouteContext) {
  return { stopped: await (await threadAgent(context)).stop() };
}

export async function abandonThread(context: RouteContext) {
  return { abandoned: await (await threadAgent(context)).abandon() };
}

/** `PATCH /api/threads/{threadId}`: another title. Neither the run nor the order of the list changes. */
export async function renameThread({ request, params, session }: RouteContext) {
  const threadId = parseThreadId(params.threadId);
  const title = parseTitle(await readJson(request, BODY_LIMIT));
  const { store } = await server();
  await store.rename({ threadId, ownerId: session.id }, title);
  return { threadId, title };
}

export async function deleteThread(context: RouteContext) {
  await (await threadAgent(context)).resetConversation();
  return { deleted: true };
}
