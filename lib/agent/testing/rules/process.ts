import { setImmediate } from "node:timers/promises";
import type { ThreadRef } from "../../../workflow/types";
import type { ThreadAgent } from "../../api";
import type { AgentStore } from "../../store";
import { MortalStore } from "../mortal-store";
import { createPlannedAgent } from "../planned-agent";
import { PlannedModel } from "../planned-model";

/** Longer than any test: a run is dead when the test says so. */
export const LEASE_SECONDS = 3600;
/** Long enough for an owner in this process to answer, short enough for the many that never do. */
const STOP_WAIT_MS = 15;

/** One server process: an agent with a model and a store of its own, over what all processes share. */
export class TestProcess {
  readonly store: MortalStore;
  readonly model = new PlannedModel();
  readonly agent: ThreadAgent;

  constructor(shared: AgentStore, ref: ThreadRef, ran: (callId: string) => void) {
    this.store = new MortalStore(shared);
    this.store.beats = false;
    const options = {
      store: this.store,
      model: this.model,
      ran,
      leaseSeconds: LEASE_SECONDS,
      stopWaitMs: STOP_WAIT_MS,
    };
    this.agent = createPlannedAgent(options).for(ref);
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 4; ) {
      await setImmediate();
      quiet = this.store.inFlight === 0 || this.store.isDead ? quiet + 1 : 0;
    }
  }
}
