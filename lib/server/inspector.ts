import { z } from "zod";
import { stepPrompt } from "../agent/step-prompt";
import { isFaultLabOn } from "../env";
import { AppError } from "../errors";
import type { RouteContext } from "../http/route";
import type { Inspected } from "../protocols/native/responses.schema";
import { toRunDetails } from "../protocols/native/run-details";
import { server } from "../server";
import { threadAgent } from "./thread";

/** Stored messages that a prompt is computed from; a model's window holds fewer. */
export const HISTORY_LIMIT = 1000;

const step = z.object({ messageId: z.string("must name a step's message").min(1).max(256) });

/** `GET …/inspector` */
export async function inspectDeeply(context: RouteContext): Promise<Inspected> {
  const { ref } = await threadAgent(context);
  const { env, store } = await server();
  const { thread, run } = await store.read(ref, {});
  if (!thread) throw new AppError("not-found", "There is no such thread.");
  const leaseSeconds = env.AGENT_LEASE_SECONDS;
  return {
    threadId: thread.threadId,
    title: thread.title,
    leaseSeconds,
    faultLab: isFaultLabOn(env),
    run: run && toRunDetails(run, leaseSeconds),
  };
}

/** `GET …/prompt?messageId=`: what the model saw at the step that wrote this message. */
export async function promptOfStep(context: RouteContext) {
  const { ref } = await threadAgent(context);
  const query = step.safeParse(Object.fromEntries(new URL(context.request.url).searchParams));
  if (!query.success) throw new AppError("invalid-input", `messageId: ${query.error.issues[0]?.message}`);
  const { agent, store } = await server();
  const { thread, run } = await store.read(ref, {});
  if (!thread) throw new AppError("not-found", "There is no such thread.");
  const { messages } = await store.loadAll(ref, { limit: HISTORY_LIMIT });
  const found = run && stepPrompt(agent.definition, { messages, run, messageId: query.data.messageId });
  if (!found) throw new AppError("invalid-input", "messageId: there is no step that wrote this message.");
  return found;
}
