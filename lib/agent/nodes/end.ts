import { next, stop } from "../../workflow/node";
import type { AgentNode } from "../resources";

/** The final answer is available; an application's own exit nodes may accept `output` instead. */
export const outputNode: AgentNode<"output"> = {
  accepts: "output",
  // biome-ignore lint/correctness/useYield: it adds no events of its own
  async *run() {
    return next({ type: "end" });
  },
};

export const endNode: AgentNode<"end"> = {
  accepts: "end",
  // biome-ignore lint/correctness/useYield: it adds no events of its own
  async *run() {
    return stop();
  },
};
