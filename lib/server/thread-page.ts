import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { createId } from "../ids";
import { parseThreadId } from "../protocols/native/parse";
import { server } from "../server";
import { sessions } from "./session";

/** The thread that a page's address names; an address that no thread can have is a page that does not exist. */
export async function threadIdOf(params: Promise<{ threadId: string }>): Promise<string> {
  const { threadId } = await params;
  try {
    // A page gets the segment as it was written.
    return parseThreadId(decodeURIComponent(threadId));
  } catch {
    notFound();
  }
}

/**
 * The thread of a client's page: whether it has begun, and the models to choose from where there are several. An id that
 * nobody has used is a new thread; one that somebody else has used is, as everywhere, a thread that does not exist.
 */
export async function openThread(params: Promise<{ threadId: string }>) {
  const threadId = await threadIdOf(params);
  const { agent, store } = await server();
  const session = await sessions.read({ headers: await headers() });
  // Without a session nothing is owned yet.
  const ref = { threadId, ownerId: session?.id ?? createId("session") };
  const thread = await store.read(ref, {}).catch((error: { code?: unknown }) => {
    if (error.code === "not-found") notFound();
    // What else is wrong, the page's own requests will say, and offer to try again.
    return null;
  });
  const { ids } = agent.models;
  const current = agent.models.usable(thread?.run?.data.model);
  // A thread that could not be read may have begun.
  const begun = thread?.run !== null;
  return { threadId, begun, models: ids.length > 1 ? { threadId, ids, current } : undefined };
}
