import { createHash, timingSafeEqual } from "node:crypto";
import { readEnv } from "../env";
import { AppError } from "../errors";
import type { RouteContext } from "../http/route";
import { server } from "../server";

/** Runs per statement: none of them holds its locks for long. */
const BATCH = 500;

/** Well inside the route's `maxDuration`. What is left over waits for the next time. */
const LONGEST_MS = 120_000;

/** `GET /api/cron/retention`: deletes the logs of runs that ended more than `RETENTION_DAYS` days ago. */
export async function runRetention({ request }: Pick<RouteContext<null>, "request">) {
  const { CRON_SECRET, RETENTION_DAYS } = readEnv();
  if (!CRON_SECRET) throw new AppError("not-found", "There are no scheduled jobs here: CRON_SECRET is not set.");
  if (!isSame(request.headers.get("authorization") ?? "", `Bearer ${CRON_SECRET}`)) {
    throw new AppError("unauthenticated", "This route is for the scheduler.");
  }
  const { store } = await server();
  const end = Date.now() + LONGEST_MS;
  for (let deleted = 0; ; ) {
    const batch = await store.deleteOldLogs(RETENTION_DAYS, BATCH);
    deleted += batch;
    const done = batch < BATCH;
    if (done || Date.now() > end) return { deleted, done, days: RETENTION_DAYS };
  }
}

/** Takes the same time wherever the two differ: hashes have one length and tell nothing of the secret. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
