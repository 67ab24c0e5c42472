import type { ThreadAgent } from "../agent/api";
import type { RouteContext } from "../http/route";
import { parseThreadId } from "../protocols/native/parse";
import { server } from "../server";

/**
 * The agent on the thread that the path names, in the name of the session that asks.
 *
 * @param via the client whose route it is, as people call it
 */
export async function threadAgent(
  { params, session }: Pick<RouteContext, "params" | "session">,
  via?: string,
): Promise<ThreadAgent> {
  const threadId = parseThreadId(params.threadId);
  return (await server()).agent.for({ threadId, ownerId: session.id }, via);
}
