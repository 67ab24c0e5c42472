import { afterAll, describe, expect, test } from "vitest";
import { AppError } from "../errors";
import { explainFailure } from "./explain-failure";
import { resolveModel } from "./resolve";
import { ask } from "./testing/demo-prompt";
import { startWireServer } from "./testing/wire-server";

/** Where nothing listens any more. */
const gone = await startWireServer();
await gone.stop();
const { host } = new URL(gone.url);

/** How a call of the model ends at this address. */
async function failureOf(AGENT_MODEL: string, at = host): Promise<unknown> {
  const address = `http://${at}/secret-path`;
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
  const explained = explainFailure(failure, { id, production: false }) as AppError;
  expect(explained).toBeInstanceOf(AppError);
  expect(explained.message).toBe(`The model server at ${host} could not be reached (ECONNREFUSED). ${check}`);
  expect(explained.cause).toBe(failure);
});

test("in production the log has server and cause, and nothing is safe to send", async () => {
  const id = "custom/x";
  const explained = explainFailure(await failureOf(id), { id, production: true }) as Error;
  expect(explained).not.toBeInstanceOf(AppError);
  expect(explained.message).toBe(`The model server at ${host} could not be reached (ECONNREFUSED).`);
});

const server = await startWireServer();

describe("a server that answers", () => {
  afterAll(() => server.stop());
  const at = new URL(server.url).host;
  const refusal = (id: string, status: number) => {
    server.answer({ status, frames: [{ error: { message: "No" } }] });
    return failureOf(id, at);
  };
  const name = (id: string) => `the model's name in AGENT_MODEL (${id})`;

  test.each([
    ["custom/x", 401, "refused the request (401). Check AGENT_MODEL_API_KEY, and that it may use custom/x."],
    ["openai/x", 403, "refused the request (403). Check OPENAI_API_KEY, and that it may use openai/x."],
    [
      "custom/x",
      404,
      `does not know this path or model (404). Check the path in AGENT_MODEL_BASE_URL and ${name("custom/x")}.`,
    ],
    ["openai/x", 404, `does not know this path or model (404). Check ${name("openai/x")}.`],
  ])("%s with %i is told in words, with the variable to check", async (id, status, words) => {
    const failure = await refusal(id, status);
    const explained = explainFailure(failure, { id, production: false }) as AppError;
    expect(explained).toBeInstanceOf(AppError);
    expect(explained.message).toBe(`The model server at ${at} ${words}`);
    expect(explained.cause).toBe(failure);
    const logged = explainFailure(failure, { id, production: true }) as Error;
    expect(logged).not.toBeInstanceOf(AppError);
    expect(logged.message).toBe(`The model server at ${at} ${words.split(" Check")[0]}`);
  });

  test("any other failure stays as it is", async () => {
    for (const error of [await refusal("custom/x", 400), new Error("boom"), "boom"]) {
      expect(explainFailure(error, { id: "custom/x", production: false })).toBe(error);
    }
  });
});
