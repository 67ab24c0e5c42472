import { afterEach, beforeEach, vi } from "vitest";
import { expectValidStream } from "../../ag-ui/testing/valid-streams";
import { CopilotServer } from "./copilot-server";

const open: CopilotServer[] = [];

/** A server of which every stream is held against both protocol generations after the test. */
export function createServer(...args: ConstructorParameters<typeof CopilotServer>): CopilotServer {
  const server = new CopilotServer(...args);
  open.push(server);
  return server;
}

/** To be called once per test file. */
export function checkStreamsAfterEach(): void {
  // AG-UI's client prints what it also reports.
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    for (const server of open.splice(0)) {
      for (const { events, body, call } of server.exchanges) {
        if (events.length > 0) await expectValidStream(events, call === "run" ? body.messages : []);
      }
    }
  });
}
