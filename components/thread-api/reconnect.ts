import type { Failure } from "./failure";

/** Pauses before each attempt, in milliseconds. */
export const RECONNECT_PAUSES = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

export interface Reconnect {
  sleep(milliseconds: number): Promise<void>;
  alive(): boolean;
  /** Resolves when the conversation is up to date again, or with why it is not; `progress`: a stream had begun. */
  attempt(): Promise<{ failure: Failure | null; progress: boolean }>;
}

/**
 * Tries again while it is the connection that fails, more slowly each time, and from the start after every attempt that
 * got somewhere. Resolves with what still stands in the way, `null` for nothing.
 */
export async function reconnect({ sleep, alive, attempt }: Reconnect): Promise<Failure | null> {
  let tries = 0;
  for (;;) {
    const pause = RECONNECT_PAUSES[tries];
    if (pause === undefined) return { kind: "connection" };
    if (pause > 0) await sleep(pause);
    if (!alive()) return null;
    const { failure, progress } = await attempt();
    if (failure?.kind !== "connection") return failure;
    tries = progress ? 1 : tries + 1;
  }
}
