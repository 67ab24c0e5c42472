import { describe, expect, it } from "vitest";
import type { Message, Role } from "../agent/messages";
import { wholeTurns } from "./whole-turns";

function message(id: string, role: Role, runId: string): Message {
  const rest = { step: 1, blocks: [], callId: null, inContext: true, supersededBy: null, archived: false };
  return { v: 1, id, seq: 0, role, runId, ...rest, createdAt: "2026-01-01T00:00:00.000Z" };
}

/** A question and `steps` assistant messages per run. */
function transcript(...steps: number[]): Message[] {
  return steps.flatMap((count, run) => [
    message(`q${run}`, "user", `r${run}`),
    ...Array.from({ length: count }, (_, step) => message(`a${run}.${step}`, "assistant", `r${run}`)),
  ]);
}

function loader(all: Message[]) {
  const limits: number[] = [];
  const load = async ({ limit, before }: { limit: number; before?: string }) => {
    limits.push(limit);
    const end = before ? all.findIndex(({ id }) => id === before) : all.length;
    const start = Math.max(0, end - limit);
    return { messages: all.slice(start, end), more: start > 0 };
  };
  return { load, limits };
}

const ids = (page: { messages: Message[] }) => page.messages.map(({ id }) => id);

describe("a page of whole turns", () => {
  it("is taken as it is when nothing lies before it or it starts with a question", async () => {
    const { load } = loader(transcript(1, 1));
    expect(ids(await wholeTurns(load, { limit: 50 }))).toEqual(["q0", "a0.0", "q1", "a1.0"]);
    expect(ids(await wholeTurns(load, { limit: 2 }))).toEqual(["q1", "a1.0"]);
  });

  it("leaves a run that it cuts to the next page", async () => {
    const { load } = loader(transcript(3, 1));
    expect(ids(await wholeTurns(load, { limit: 4 }))).toEqual(["q1", "a1.0"]);
  });

  it("grows until it reaches the start of the run that fills it", async () => {
    const { load, limits } = loader(transcript(1, 6));
    expect(ids(await wholeTurns(load, { limit: 2 }))[0]).toBe("q1");
    expect(limits).toEqual([2, 8]);
  });

  it("comes out without a gap or a repeat over all pages", async () => {
    const all = transcript(1, 4, 0, 2, 9, 1);
    for (const limit of [1, 2, 3, 5, 8, 100]) {
      const { load } = loader(all);
      let seen: string[] = [];
      for (let before: string | undefined, more = true; more; before = seen[0]) {
        const page = await wholeTurns(load, { limit, ...(before ? { before } : {}) });
        expect(page.messages[0]?.role).toBe("user");
        seen = [...ids(page), ...seen];
        more = page.more;
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    }
  });

  it("gives up on a run longer than its ceiling and shows what it has", async () => {
    const { load, limits } = loader(transcript(1, 3000));
    expect(ids(await wholeTurns(load, { limit: 200 }))).toHaveLength(1000);
    expect(limits).toEqual([200, 800, 1000]);
  });
});
