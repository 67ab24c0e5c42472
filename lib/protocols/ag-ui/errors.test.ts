import { describe, expect, it } from "vitest";
import { checkStreamsAfterEach, clock, expectSameAsHydrated, refusal, scene, title } from "./testing/scene";

checkStreamsAfterEach();

describe("errors", () => {
  it("of the model after the first byte are the protocol's own, and leave no wait behind", async () => {
    const it = scene([{ text: "I beg", calls: [], error: new Error("secret detail") }, { text: "Hello again." }]);
    const run = await it.page.ask("Hi");
    expect(run.finished).toBe(0);
    expect(run.errors).toHaveLength(1);
    expect(JSON.stringify(it.server.lastEvents)).not.toContain("secret");
    expect((await it.server.hydrate()).status).toBe("failed");
    await it.page.ask("Again?");
    expect(it.page.reply).toBe("Hello again.");
  });

  it("before the first byte are HTTP errors with a code", async () => {
    const it = scene([]);
    expect(await refusal(it.page.run())).toMatchObject({ status: 400, code: "invalid-input" });
    it.page.say("  ");
    expect(await refusal(it.page.run())).toMatchObject({ status: 400, code: "invalid-input" });
  });

  it("of a failed step take its calls with them", async () => {
    const it = scene([{ text: "Both.", calls: [clock("s1"), title("w1")], finish: "error" }]);
    const run = await it.page.ask("Hi");
    expect(run.calls).toEqual([]);
    expect(it.server.counters.clock).toBe(0);
    await expectSameAsHydrated(it);
  });

  it("a failed turn is tried again by its question alone, and its broken answer is gone", async () => {
    const it = scene([{ text: "I beg", error: new Error("x") }, { text: "Hello." }]);
    await it.page.ask("Hi", "q1");
    expect(it.page.messages).toHaveLength(2);
    const [question, broken] = it.page.messages;
    it.page.agent.setMessages([broken, question] as never);
    await it.page.run();
    expect(it.page.reply).toBe("Hello.");
    expect(it.page.messages.map((message) => message.id)).not.toContain(broken?.id);
    await expectSameAsHydrated(it);
  });
});
