import type { ThreadAgent } from "../agent/api";
import { AppError } from "../errors";
import { logError, logToStderr } from "../http/log";
import { wants } from "../http/negotiate";
import type { RouteContext } from "../http/route";
import { numberedFrames, sseResponse } from "../http/sse";
import { type NativeErrorFrame, toNativeError } from "../protocols/native/stream";
import { type WireFrames, type WireItem, WireReader } from "../protocols/wire/wire-reader";
import { server } from "../server";
import { HISTORY_LIMIT } from "./inspector";
import { parseFrom, parsePosition } from "./query";
import { threadAgent } from "./thread";

/** Events of one JSON page. */
const PAGE = 1000;

/**
 * `GET …/wire?from=&after=`: the run log and what each protocol's client receives for it, live or as one page of JSON.
 * Reading begins at `from`, the number before a run's first event; what comes up to `after` is read, but not sent.
 */
export async function getWire(context: RouteContext): Promise<Response | object> {
  const { request, requestId } = context;
  const from = parseFrom(request);
  const after = Math.max(from, parsePosition(request));
  const agent = await threadAgent(context);
  if (!(await agent.inspect())) throw new AppError("not-found", "There is no such thread.");
  const { store } = await server();
  const load = async () => (await store.loadAll(agent.ref, { limit: HISTORY_LIMIT })).messages;
  const reader = new WireReader(agent.ref.threadId, load);
  if (wants(request, "application/json") && !wants(request, "text/event-stream")) {
    const { events } = await store.readLog(agent.ref, from, PAGE);
    const items: WireItem[] = [];
    for (const event of events) items.push(await reader.read(event));
    return { items: items.filter(({ number }) => number > after) };
  }
  const { signal } = request;
  const items = follow(agent, reader, { from, after, signal, requestId });
  return sseResponse(items, { format: numberedFrames, signal, requestId });
}

async function* follow(
  agent: ThreadAgent,
  reader: WireReader,
  { from, after, signal, requestId }: { from: number; after: number; signal: AbortSignal; requestId: string },
): AsyncGenerator<WireItem | (NativeErrorFrame & WireFrames)> {
  try {
    for await (const event of agent.follow(from, { signal })) {
      const item = await reader.read(event);
      if (item.number > after) yield item;
    }
  } catch (error) {
    logError(logToStderr, "run log broke off", error, { requestId, threadId: agent.ref.threadId });
    const message = "The run stopped responding. Recover it, or send a new message.";
    yield { ...toNativeError(message), ...reader.lose(message) };
  }
}
