import { setImmediate } from "node:timers/promises";
import { type Agent, type AgentOptions, createAgent } from "../create-agent";
import { defineAgent } from "../define-agent";
import type { AnyTool } from "../tool";
import { testAgentConfig } from "./desk";
import type { PlannedModel } from "./planned-model";

/** The test desk's agent on a planned model. `ran` hears of every execution of a server tool, before it has a result. */
export function createPlannedAgent(
  options: Omit<AgentOptions, "model" | "onError"> & { model: PlannedModel; ran?: (callId: string) => void },
): Agent {
  const { ran = () => {}, ...agentOptions } = options;
  const config = testAgentConfig({ clock: 0, pay: [] });
  const tools = config.tools.map((tool): AnyTool => {
    if (tool.kind !== "server") return tool;
    const execute: typeof tool.execute = async (input, context) => {
      ran(context.callId);
      // Slower than its neighbour in the batch, so that their results are stored one after the other.
      if (tool.name === "pay") for (let turns = 0; turns < 3; turns += 1) await setImmediate();
      return tool.execute(input, context);
    };
    return { ...tool, execute };
  });
  return createAgent(defineAgent({ ...config, tools }), { ...agentOptions, onError: () => {} });
}
