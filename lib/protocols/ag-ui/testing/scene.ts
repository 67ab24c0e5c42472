import { afterEach, expect, vi } from "vitest";
import { z } from "zod";
import { testAgentConfig } from "../../../agent/testing/desk";
import { type AnyTool, defineTool, toolError } from "../../../agent/tool";
import { AgUiPage } from "./agui-page";
import { AgUiServer, type ServerOptions, type Steps } from "./agui-server";
import { comparable, expectValidStreams } from "./valid-streams";

/** A server with one page on it. */
export interface Scene {
  server: AgUiServer;
  page: AgUiPage;
}

const open: AgUiServer[] = [];

/** Opens a scene; after the test every stream of it is held against both protocol generations. */
export function scene(steps: Steps, options?: ServerOptions): Scene {
  const server = new AgUiServer(steps, options);
  open.push(server);
  return { server, page: new AgUiPage(server) };
}

/** To be called once per test file. */
export function checkStreamsAfterEach(): void {
  afterEach(async () => {
    for (const server of open.splice(0)) await expectValidStreams(server);
  });
}

/** The live client holds what a reload would bring, ids and order included. */
export async function expectSameAsHydrated({ server, page }: Scene): Promise<void> {
  expect(comparable(page.messages)).toEqual(comparable((await server.hydrate({ limit: 200 })).messages));
}

export const title = (id: string, input: unknown = {}) => ({ id, name: "title", input });
export const copy = (id: string) => ({ id, name: "copy", input: { text: "x" } });
export const clock = (id: string) => ({ id, name: "clock", input: {} });
export const pay = (id: string, amount = 500) => ({ id, name: "pay", input: { amount } });

/** The tools of the test agent, and a server tool that fails so that the model can read it. */
export function withTools(...more: AnyTool[]): ServerOptions {
  return { config: { tools: [...testAgentConfig({ clock: 0, pay: [] }).tools, ...more] } };
}

export const failing = defineTool({
  name: "fail",
  description: "Fails.",
  inputSchema: z.object({}),
  execute: () => toolError("There is no such order."),
});

/** The outcome of a refused request, as the endpoint answers it. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ status: number; code: string; message: string; settled?: unknown }> {
  // The client prints what it also throws.
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const error = await work.then(
    () => null,
    (thrown) => thrown as Error & { status?: number; payload?: unknown },
  );
  printed.mockRestore();
  if (!error?.status) throw new Error("It was accepted.");
  const payload = typeof error.payload === "string" ? JSON.parse(error.payload) : error.payload;
  const { code, message, settled } = payload.error;
  return { status: error.status, code, message, ...(settled && { settled }) };
}

/** The results that the model read in its prompt, by call id. */
export function resultsInPrompt({ server }: Scene, index: number): Record<string, { type: string; value: unknown }> {
  const prompt = server.model.prompts[index]?.prompt ?? [];
  return Object.fromEntries(
    prompt.flatMap((message) =>
      message.role === "tool"
        ? message.content.flatMap((part) =>
            part.type === "tool-result" ? [[part.toolCallId, part.output as { type: string; value: unknown }]] : [],
          )
        : [],
    ),
  );
}
