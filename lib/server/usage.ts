import type { TokenUsage } from "../agent/events";
import { AppError } from "../errors";
import type { RouteContext } from "../http/route";
import { server } from "../server";
import { parseRunId } from "./query";
import { threadAgent } from "./thread";

/** Events that are read at once. */
const PAGE = 1000;

/** Token counts of a run; `null` where no step's model reported any. */
export interface RunUsage extends TokenUsage {
  runId: string;
  /** Model steps that have ended, also those that failed or were done again. */
  steps: number;
}

/** `GET …/usage?runId=`: summed from the run log, so it is empty for a run whose log has been deleted. */
export async function getUsage(context: RouteContext): Promise<RunUsage> {
  const runId = parseRunId(context.request);
  const agent = await threadAgent(context);
  if (!(await agent.inspect())) throw new AppError("not-found", "There is no such thread.");
  const { store } = await server();
  const usage: RunUsage = {
    runId,
    steps: 0,
    inputTokens: null,
    outputTokens: null,
    cachedInputTokens: null,
    reasoningTokens: null,
  };
  for (let after = 0; ; ) {
    const { events } = await store.readLog(agent.ref, after, PAGE);
    for (const item of events) {
      if (item.runId === runId && item.event.type === "step-end") add(usage, item.event.usage);
    }
    const last = events.at(-1);
    if (!last) return usage;
    after = last.number;
  }
}

function add(sum: RunUsage, step: TokenUsage): void {
  sum.steps += 1;
  for (const key of ["inputTokens", "outputTokens", "cachedInputTokens", "reasoningTokens"] as const) {
    const count = step[key];
    if (count !== null) sum[key] = (sum[key] ?? 0) + count;
  }
}
