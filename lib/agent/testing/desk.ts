import { z } from "zod";
import type { ThreadRef } from "../../workflow/types";
import type { RunHandle, ThreadAgent } from "../api";
import { type AgentOptions, createAgent } from "../create-agent";
import { type AgentConfig, defineAgent, type ModelPort } from "../define-agent";
import type { NumberedAgentEvent } from "../events";
import type { AgentStore } from "../store";
import { defineTool, frontendTool } from "../tool";

export const REF: ThreadRef = { threadId: "thread-1", ownerId: "owner-1" };

/** Counts executions of the server tools. */
export interface Counters {
  clock: number;
  pay: { callId: string; amount: number }[];
}

/** `SRV` (clock), `PAY` (refund, approval above 100), `WEB` (title), `WEB` with approval (copy), and one that throws. */
export function testAgentConfig(counters: Counters, extra: Partial<AgentConfig> = {}): AgentConfig {
  return {
    name: "test",
    instructions: "You are a test.",
    tools: [
      defineTool({
        name: "clock",
        description: "The time.",
        inputSchema: z.object({}),
        execute: () => {
          counters.clock += 1;
          return { time: "12:00" };
        },
      }),
      defineTool({
        name: "pay",
        description: "Pays.",
        inputSchema: z.object({ amount: z.number().positive() }),
        approval: ({ amount }) => (amount > 100 ? "Payments above 100 need approval." : false),
        execute: ({ amount }, { callId }) => {
          counters.pay.push({ callId, amount });
          return { paid: amount };
        },
      }),
      defineTool({
        name: "explode",
        description: "Throws.",
        inputSchema: z.object({}),
        execute: () => {
          throw new Error("boom");
        },
      }),
      frontendTool({ name: "title", description: "The page's title." }),
      frontendTool({
        name: "copy",
        description: "Copies.",
        inputSchema: z.object({ text: z.string() }),
        approval: "May it copy?",
      }),
    ],
    ...extra,
  };
}

export function testAgent(
  store: AgentStore,
  model: ModelPort,
  counters: Counters,
  extra: Partial<AgentConfig> = {},
  leaseSeconds = 60,
  options: Pick<AgentOptions, "stopWaitMs"> = {},
): ThreadAgent {
  const errors: unknown[] = [];
  return createAgent(defineAgent(testAgentConfig(counters, extra)), {
    store,
    model,
    leaseSeconds,
    onError: (error) => errors.push(error),
    ...options,
  }).for(REF);
}

/** Everything a response reads. */
export async function eventsOf(handle: RunHandle): Promise<NumberedAgentEvent[]> {
  const events: NumberedAgentEvent[] = [];
  for await (const event of handle.events()) events.push(event);
  return events;
}

export function types(events: NumberedAgentEvent[]): string[] {
  return events.map(({ event }) => event.type);
}
