import { z } from "zod";
import { isFaultLabOn, readEnv } from "../env";
import { AppError } from "../errors";
import { BODY_LIMIT, readJson } from "../http/body";
import type { RouteContext } from "../http/route";
import { server } from "../server";
import { createFaults } from "../store/faults";
import { database } from "./database";
import { threadAgent } from "./thread";

const request = z.strictObject({
  fault: z.literal("dead", { error: 'must be "dead", the one fault that needs the server\'s help' }),
});

/** `POST …/faults`: makes the running run look dead. There is no such route unless the fault lab is on. */
export async function postFault(context: RouteContext) {
  if (!isFaultLabOn(readEnv())) throw new AppError("not-found", "The fault lab is off. FAULT_LAB=1 turns it on.");
  const { ref } = await threadAgent(context);
  const body = request.safeParse(await readJson(context.request, BODY_LIMIT));
  if (!body.success) throw new AppError("invalid-input", `fault: ${body.error.issues[0]?.message}`);
  const { env } = await server();
  const silentSeconds = env.AGENT_LEASE_SECONDS + 1;
  const run = await createFaults(database).forsake(ref, silentSeconds);
  if (!run) throw new AppError("no-run", "There is no persisted run that is running: only that can look dead.");
  return { fault: body.data.fault, ...run, silentSeconds };
}
