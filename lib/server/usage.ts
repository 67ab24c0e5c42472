import type { TokenUsage } from "../agent/events";
import { AppError } from "../errors";
import type { RouteContext } from "../http/route";
import { server } from "../server";
import { parseAnswer } from "./query";
import { threadAgent } from "./thread";

/** Events that are read at once. */
const PAGE = 1000;

/** Token counts of a run; `null` where no step's model reported any. */
export interface RunUsage extends TokenUsage {
  /** `null`: no run in the log has written the message. */
  runId: string | null;
  /** Model steps that have ended, also those that failed or were done again. */
  steps: number;
}

/**
 * `GET …/usage?runId=`, or `?messageId=` of one of its steps: summed from the run log, so it is empty for a run whose log
 * has been deleted.
 */
export async function getUsage(context: RouteContext): Promise<RunUsage> {
  const asked = parseAnswer(context.request);
  const agent = await threadAgent(context);
  if (!(await agent.inspect())) throw new AppError("not-found", "There is no such thread.");
  const { store } = await server();
  const runs = new Map<string, RunUsage>();
  let runId = "runId" in asked ? asked.runId : null;
  for (let after = 0; ; ) {
    const { events } = await store.readLog(agent.ref, after, PAGE);
    for (const item of events) {
      if (item.event.type === "step-start" && "messageId" in asked && item.event.messageId === asked.messageId) {
        runId = item.runId;
      }
      if (item.event.type === "step-end")
        runs.set(item.runId, added(runs.get(item.runId), item.runId, item.event.usage));
    }
    const last = events.at(-1);
    if (!last) break;
    after = last.number;
  }
  return (runId !== null && runs.get(runId)) || { runId, steps: 0, ...NOTHING };
}

const NOTHING: TokenUsage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, reasoningTokens: null };

function added(sum: RunUsage | undefined, runId: string, step: TokenUsage): RunUsage {
  const next = sum ?? { runId, steps: 0, ...NOTHING };
  next.steps += 1;
  for (const key of ["inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens"] as const) {
    const count = step[key];
    if (count !== null) next[key] = (next[key] ?? 0) + count;
  }
  return next;
}
