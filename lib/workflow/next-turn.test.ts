import { describe, expect, it } from "vitest";
import { nextTurn } from "./next-turn";

describe("the next turn of the event loop", () => {
  it("comes for everybody in the same instant, before anything else gets a turn", async () => {
    const order: string[] = [];
    const wait = async (name: string) => {
      await nextTurn();
      order.push(name);
      process.nextTick(() => order.push("tick"));
    };
    await Promise.all([wait("a"), wait("b"), wait("c")]);
    await nextTurn();
    expect(order).toEqual(["a", "b", "c", "tick", "tick", "tick"]);
  });

  it("comes after what this turn still has to do", async () => {
    const order: string[] = [];
    const waited = nextTurn().then(() => order.push("next"));
    process.nextTick(() => order.push("tick"));
    await Promise.resolve().then(() => order.push("microtask"));
    await waited;
    expect(order.at(-1)).toBe("next");
  });
});
