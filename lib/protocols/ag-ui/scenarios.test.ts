import { afterEach, describe, expect, it } from "vitest";
import { AgUiPage } from "./testing/agui-page";
import { AgUiServer, type ServerOptions, type Steps } from "./testing/agui-server";
import { comparable, expectValidStreams } from "./testing/valid-streams";

let server: AgUiServer;
let page: AgUiPage;

function open(steps: Steps, options?: ServerOptions): void {
  server = new AgUiServer(steps, options);
  page = new AgUiPage(server);
}

afterEach(() => expectValidStreams(server));

async function expectSameAsHydrated(): Promise<void> {
  expect(comparable(page.messages)).toEqual(comparable((await server.hydrate()).messages));
}

const title = (id: string) => ({ id, name: "title", input: {} });

describe("a frontend tool", () => {
  it("makes one round trip", async () => {
    open([{ text: "I look.", calls: [title("c1")] }, { text: "It is Orders." }]);
    const first = await page.ask("Title?");
    expect(first.calls).toEqual([{ id: "c1", name: "title", args: {} }]);
    expect(first.interrupts).toEqual([]);
    await expectSameAsHydrated();
    page.execute(first.calls);
    await page.run();
    expect(page.reply).toBe("It is Orders.");
    await expectSameAsHydrated();
  });
});
