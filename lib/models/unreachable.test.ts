import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { AppError } from "../errors";
import { resolveModel } from "./resolve";
import { ask } from "./testing/demo-prompt";
import { startWireServer } from "./testing/wire-server";
import { explainUnreachable } from "./unreachable";

/** Where nothing listens any more. */
const gone = await startWireServer();
await gone.stop();
const { host } = new URL(gone.url);

/** How a call of the model ends when nothing listens at its address. */
async function failureOf(AGENT_MODEL: string): Promise<unknown> {
  const address = `http://${host}/secret-path`;
  const config = {
    AGENT_MODEL,
    AGENT_MODEL_BASE_URL: address,
    AGENT_MODEL_API_KEY: "secret",
    OPENAI_API_KEY: "secret",
  };
  const { languageModel } = await resolveModel({ ...config, baseUrls: { openai: address }, retry: { maxRetries: 0 } });
  return languageModel.doStream({ prompt: ask("Hi") }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  ["custom/x", "Check AGENT_MODEL_BASE_URL, and that it is running."],
  ["openai/x", "Check this machine's network."],
])("whoever asks %s reads which server is out of reach, and what to check", async (id, check) => {
  const failure = await failureOf(id);
  const explained = explainUnreachable(failure, { id, production: false }) as AppError;
  expect(explained).toBeInstanceOf(AppError);
  expect(explained.message).toBe(`The model server at ${host} could not be reached (ECONNREFUSED). ${check}`);
  expect(explained.cause).toBe(failure);
});

test("in production the log has server and cause, and nothing is safe to send", async () => {
  const id = "custom/x";
  const explained = explainUnreachable(await failureOf(id), { id, production: true }) as Error;
  expect(explained).not.toBeInstanceOf(AppError);
  expect(explained.message).toBe(`The model server at ${host} could not be reached (ECONNREFUSED).`);
});

test("a server that answers with an error has been reached", () => {
  const refused = new APICallError({
    message: "No",
    url: "http://localhost:1",
    requestBodyValues: {},
    statusCode: 401,
  });
  for (const error of [refused, new Error("boom"), "boom"]) {
    expect(explainUnreachable(error, { id: "custom/x", production: false })).toBe(error);
  }
});
