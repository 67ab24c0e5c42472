import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentTypes } from "../../agent/events";
import { defineTool } from "../../agent/tool";
import type { Middleware } from "../../workflow/node";
import { checkStreamsAfterEach, scene, withTools } from "./testing/scene";

checkStreamsAfterEach();

const indexing = defineTool({
  name: "index",
  description: "Indexes.",
  inputSchema: z.object({}),
  execute: (_input, { emit }) => {
    emit({ type: "activity", messageId: "job-1", activityType: "indexing", content: { done: 1 } });
    emit({ type: "activity", messageId: "job-1", activityType: "indexing", content: { done: 2 } });
    emit({ type: "custom", name: "tick", value: null });
    return "indexed";
  },
});

/** Two named steps around every inference, one of them never finished. */
const steps: Middleware<AgentTypes> = async function* (event, _context, next) {
  if (event.type !== "infer") return yield* next();
  yield { type: "step-progress", name: "think", status: "started", stepId: "a" };
  yield { type: "step-progress", name: "think", status: "started", stepId: "b" };
  yield { type: "step-progress", name: "think", status: "finished", stepId: "a" };
  yield { type: "step-progress", name: "other", status: "finished", stepId: "never-started" };
  return yield* next();
};

const run = [{ calls: [{ id: "i1", name: "index", input: {} }] }, { text: "Done." }];
const of = (it: ReturnType<typeof scene>, ...types: string[]) =>
  it.server.lastEvents.filter(({ type }) => types.includes(type));

describe("progress", () => {
  it("of tools is an activity message that is replaced, and custom events", async () => {
    const it = scene(run, withTools(indexing));
    await it.page.ask("Index.");
    expect(of(it, "CUSTOM")).toEqual([{ type: "CUSTOM", name: "tick", value: null }]);
    const activity = it.page.agent.messages.filter((message) => message.role === "activity");
    expect(activity).toEqual([{ id: "job-1", role: "activity", activityType: "indexing", content: { done: 2 } }]);
  });

  it("survives the snapshot of an approval, which does not know it", async () => {
    const it = scene(
      [
        {
          calls: [
            { id: "i1", name: "index", input: {} },
            { id: "p1", name: "pay", input: { amount: 500 } },
          ],
        },
      ],
      withTools(indexing),
    );
    await it.page.ask("Index and pay.");
    expect(it.page.agent.messages.some((message) => message.role === "activity")).toBe(true);
  });

  it("of nodes is named steps, never two open under one name, all finished before the end", async () => {
    const it = scene([{ text: "Done." }], { config: { middleware: [steps] } });
    await it.page.ask("Go.");
    expect(of(it, "STEP_STARTED", "STEP_FINISHED")).toEqual([
      { type: "STEP_STARTED", stepName: "think" },
      { type: "STEP_STARTED", stepName: "think (b)" },
      { type: "STEP_FINISHED", stepName: "think" },
      { type: "STEP_FINISHED", stepName: "think (b)" },
    ]);
  });

  it("is mapped by the application where it says so, and kept back where it says null", async () => {
    const it = scene(run, {
      ...withTools(indexing),
      mapEvent: (event) => {
        if (event.type === "activity") return { type: "custom", name: event.activityType, value: event.content };
        return event.type === "custom" ? null : event;
      },
    });
    await it.page.ask("Index.");
    expect(of(it, "CUSTOM", "ACTIVITY_SNAPSHOT")).toEqual([
      { type: "CUSTOM", name: "indexing", value: { done: 1 } },
      { type: "CUSTOM", name: "indexing", value: { done: 2 } },
    ]);
  });
});
