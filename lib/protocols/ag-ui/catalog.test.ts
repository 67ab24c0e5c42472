import { describe, expect, it } from "vitest";
import { webTools } from "./testing/agui-page";
import {
  checkStreamsAfterEach,
  copy,
  expectSameAsHydrated,
  resultsInPrompt as inPrompt,
  refusal,
  scene,
  title,
} from "./testing/scene";

checkStreamsAfterEach();

describe("the catalog", () => {
  it("of a request replaces the agent's own frontend tools", async () => {
    const it = scene([{ text: "Hello" }]);
    const schema = { type: "object", properties: { a: { type: ["string", "null"] } } };
    it.page.tools = [{ name: "mine", description: "Mine.", parameters: schema }];
    await it.page.ask("Hi");
    const offered = it.server.model.prompts[0]?.tools ?? [];
    expect(offered.map((tool) => tool.name)).toEqual(["clock", "pay", "explode", "mine"]);
    expect(offered.at(-1)).toMatchObject({ description: "Mine.", inputSchema: schema });
  });

  it("is kept for a continuation that lists none", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    it.page.tools = [];
    await it.page.run();
    expect(it.server.model.prompts[1]?.tools?.map((tool) => tool.name)).toContain("copy");
  });

  it("that has lost a tool fails the run when the model calls it", async () => {
    const it = scene([{ calls: [title("c1")] }, { calls: [copy("c2")] }, { text: "Hello." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    it.page.tools = webTools.filter((tool) => tool.name === "title");
    const run = await it.page.run();
    expect(run.errors).toHaveLength(1);
    expect(run.errors[0]).toContain("copy");
    expect((await it.server.hydrate()).status).toBe("failed");
  });

  it("never had a tool that the model makes up: the model reads an error", async () => {
    const it = scene([{ calls: [copy("c1")] }, { text: "Sorry." }]);
    it.page.tools = webTools.filter((tool) => tool.name === "title");
    await it.page.ask("Copy.");
    expect(inPrompt(it, 1).c1).toMatchObject({ type: "error-text" });
    await expectSameAsHydrated(it);
  });

  it("keeps the agent's approval rule for a tool that both declare", async () => {
    const it = scene([{ calls: [{ id: "c1", name: "copy", input: { other: 1 } }] }]);
    const run = await it.page.ask("Copy.");
    expect(run.interrupts).toHaveLength(1);
  });

  it.each(["pay", "constructor", "a.b c", "x".repeat(80)])(
    "with %j is refused before the model is called",
    async (name) => {
      const it = scene([{ text: "Hello" }]);
      it.page.tools = [...webTools, { name, description: "", parameters: {} }];
      expect(await refusal(it.page.ask("Hi"))).toMatchObject({
        status: 400,
        code: "tool-rejected",
        message: expect.stringContaining(`"${name}"`),
      });
      expect(it.server.model.prompts).toHaveLength(0);
    },
  );

  it("with a broken schema is refused, also by a continuation, and nothing changes", async () => {
    const it = scene([{ calls: [title("c1")] }, { text: "Done." }]);
    it.page.execute((await it.page.ask("Title?")).calls);
    const good = it.page.tools;
    it.page.tools = [...webTools, { name: "bad", description: "", parameters: { $ref: "#/nowhere" } }];
    expect((await refusal(it.page.run())).message).toContain('"bad"');
    it.page.tools = good;
    await it.page.run();
    expect(it.page.reply).toBe("Done.");
  });
});
