import type { ThreadAgent } from "../agent/api";
import { AppError } from "../errors";
import { logError, logToStderr } from "../http/log";
import { wants } from "../http/negotiate";
import type { RouteContext } from "../http/route";
import { numberedFrames, sseResponse } from "../http/sse";
import { type NativeItem, toNativeError, toNativeFrame } from "../protocols/native/stream";
import { server } from "../server";
import { parsePosition } from "./query";
import { threadAgent } from "./thread";

/** Events of one JSON page; a client asks again after the last number. */
const PAGE = 1000;

/** `GET …/events?after=n`: the run log, as a stream that follows the live run, or as one page of JSON. */
export async function getEvents(context: RouteContext): Promise<Response | object> {
  const { request, requestId } = context;
  const after = parsePosition(request);
  const agent = await threadAgent(context);
  const inspected = await agent.inspect();
  if (!inspected) throw new AppError("not-found", "There is no such thread.");
  if (wants(request, "application/json") && !wants(request, "text/event-stream")) {
    const page = await (await server()).store.readLog(agent.ref, after, PAGE);
    return { events: page.events.map(toNativeFrame), run: inspected.run };
  }
  const { signal } = request;
  return sseResponse(follow(agent, after, signal, requestId), { format: numberedFrames, signal, requestId });
}

/** The thread's log in native frames. A run that died ends it with an error frame, as every protocol does. */
async function* follow(
  agent: ThreadAgent,
  after: number,
  signal: AbortSignal,
  requestId: string,
): AsyncGenerator<NativeItem> {
  try {
    for await (const item of agent.follow(after, { signal })) yield toNativeFrame(item);
  } catch (error) {
    logError(logToStderr, "run log broke off", error, { requestId, threadId: agent.ref.threadId });
    yield toNativeError("The run stopped responding. Recover it, or send a new message.");
  }
}
