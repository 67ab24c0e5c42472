import { createRacer, type RaceJob } from "../../agent/testing/races/racer";
import { createAgentStore } from "../agent-store";
import { connect } from "../database";

/* A racer in a process of its own, on the PostgreSQL database of the first argument; it is told what to do over IPC. */
const [url = ""] = process.argv.slice(2);
const database = await connect({ driver: "pg", url, poolSize: 5 });
const racer = createRacer(createAgentStore(async () => database));

export type RacerOrder =
  | { id: number; do: "race"; jobs: RaceJob[]; at: number }
  | { id: number; do: "release" }
  | { id: number; do: "deeds" };

async function follow(order: RacerOrder): Promise<unknown> {
  switch (order.do) {
    case "race":
      return racer.race(order.jobs, order.at);
    case "release":
      return racer.release();
    case "deeds":
      return racer.deeds();
  }
}

process.on("message", (order: RacerOrder) => {
  follow(order).then(
    (result) => process.send?.({ id: order.id, result }),
    (error: unknown) => process.send?.({ id: order.id, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ id: 0 });
