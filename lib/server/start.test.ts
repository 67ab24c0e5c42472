import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prepare } from "../server";
import { start } from "./start";

vi.mock("../server", () => ({ prepare: vi.fn() }));

describe("starting", () => {
  const exit = vi.spyOn(process, "exit");
  const print = vi.spyOn(console, "error");

  beforeEach(() => {
    exit.mockReset().mockImplementation((() => {}) as never);
    print.mockReset().mockImplementation(() => {});
  });
  afterEach(() => {
    vi.mocked(prepare).mockReset();
  });

  it("says nothing when everything is ready", async () => {
    await start();
    expect(exit).not.toHaveBeenCalled();
    expect(print).not.toHaveBeenCalled();
  });

  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  const loop = new Error("it goes round");
  loop.cause = loop;

  it.each([
    [new Error("AGENT_LEASE_SECONDS must be a number."), "AGENT_LEASE_SECONDS must be a number."],
    [new Error("Failed query: select 1", { cause: new Error("no such table") }), "no such table"],
    [refused, "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432"],
    [
      new Error("unavailable", { cause: new AggregateError([refused], "") }),
      "The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432",
    ],
    [loop, "it goes round"],
    ["a text", "a text"],
  ])("ends with code 1 and one sentence for %s", async (error, sentence) => {
    vi.mocked(prepare).mockRejectedValueOnce(error);
    await start();
    expect(exit).toHaveBeenCalledWith(1);
    expect(print.mock.calls).toEqual([[`Neuron Next cannot start: ${sentence}`]]);
  });
});
