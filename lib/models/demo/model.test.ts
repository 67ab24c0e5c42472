import type { LanguageModelV4FunctionTool, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ask, DEMO_TOOLS, settle } from "../testing/demo-prompt";
import { bracketFaults, finishOf, joinDeltas, readParts, toolCallsOf } from "../testing/read-stream";
import { INTENTS } from "./intents";
import { createDemoModel } from "./model";
import { planAnswer } from "./plan";

const fast = createDemoModel({ delayMs: 0 });

async function stream(question: string, tools: LanguageModelV4FunctionTool[] = DEMO_TOOLS) {
  return readParts((await fast.doStream({ prompt: ask(question), tools })).stream);
}

describe("the stream", () => {
  it("opens with reasoning, then text, then the calls with their input in pieces", async () => {
    const parts = await stream("Read the text of #summary and what time is it?");
    expect(bracketFaults(parts)).toEqual([]);
    const order = parts.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
    expect(order).toEqual([
      ...["stream-start", "response-metadata", "reasoning-start", "reasoning-delta", "reasoning-end"],
      ...["text-start", "text-delta", "text-end"],
      ...["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call"],
      ...["tool-input-start", "tool-input-delta", "tool-input-end", "tool-call", "finish"],
    ]);
    expect(parts.filter(({ type }) => type === "tool-input-delta").length).toBeGreaterThan(2);
    expect(finishOf(parts)?.finishReason.unified).toBe("tool-calls");
  });

  it("is the same every time, with call ids that follow from the place in the conversation", async () => {
    const question = "What time is it and what is the title?";
    const parts = await stream(question);
    expect(await stream(question)).toEqual(parts);
    expect(toolCallsOf(parts).map(({ toolCallId }) => toolCallId)).toEqual(["demo_1_0_0", "demo_1_0_1"]);

    const calls = toolCallsOf(await stream("Read the title, then the clock"));
    const prompt = settle(ask("Read the title, then the clock"), calls, ["Desk"]);
    const next = await readParts((await fast.doStream({ prompt, tools: DEMO_TOOLS })).stream);
    expect(toolCallsOf(next).map(({ toolCallId }) => toolCallId)).toEqual(["demo_1_1_0"]);
  });

  it("reports usage in proportion to the text", async () => {
    const short = finishOf(await stream("hello"))?.usage;
    const long = finishOf(await stream("tell a long story"))?.usage;
    expect(short?.inputTokens.total).toBeGreaterThan(0);
    expect(short?.outputTokens.total).toBe((short?.outputTokens.text ?? 0) + (short?.outputTokens.reasoning ?? 0));
    expect(long?.outputTokens.total ?? 0).toBeGreaterThan(10 * (short?.outputTokens.total ?? 0));
  });

  it("ends a simulated failure with an error part, its text cut off", async () => {
    const parts = await stream("break in the middle");
    expect(parts.slice(-2).map(({ type }) => type)).toEqual(["error", "finish"]);
    expect(joinDeltas(parts, "text-delta")).not.toBe("");
    expect(joinDeltas(parts, "reasoning-delta")).toContain("simulate");
    expect(finishOf(parts)?.finishReason.unified).toBe("error");
    expect(bracketFaults(parts)).toEqual(["demo_1_0_text: never closed"]);
  });

  it("can fail before the first token", async () => {
    const types = (await stream("fail immediately")).map(({ type }) => type);
    expect(types).toEqual(["stream-start", "response-metadata", "error", "finish"]);
  });
});

describe("pace", () => {
  it("sends the first delta without waiting, and the others one by one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const deltas: string[] = [];
      const { stream } = await createDemoModel({ delayMs: 30 }).doStream({ prompt: ask("thanks") });
      const reading = readParts(stream, (part) => void (part.type.endsWith("-delta") && deltas.push(part.type)));
      await vi.advanceTimersByTimeAsync(0);
      expect(deltas).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(29);
      expect(deltas).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(deltas).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(90);
      expect(deltas).toHaveLength(5);
      await vi.runAllTimersAsync();
      await reading;
    } finally {
      vi.useRealTimers();
    }
  });

  it("lets others work while it streams without delay", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const parts = await stream("tell a long story of 9000 words");
    clearInterval(timer);
    expect(parts.length).toBeGreaterThan(9_000);
    expect(turns).toBeGreaterThan(3);
  });
});

describe("abort", () => {
  it("ends a slow stream at once, with the signal's reason", async () => {
    const controller = new AbortController();
    const { stream } = await createDemoModel({ delayMs: 60_000 }).doStream({
      prompt: ask("hello"),
      abortSignal: controller.signal,
    });
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 5);
    await expect(readParts(stream)).rejects.toBe(reason);
  });

  it("ends a fast stream between two words", async () => {
    const controller = new AbortController();
    const { stream } = await fast.doStream({ prompt: ask("tell a long story"), abortSignal: controller.signal });
    let seen = 0;
    const reading = readParts(stream, () => {
      if (++seen === 40) controller.abort();
    });
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toBeLessThan(60);
  });

  it("does not start when the signal has aborted before", async () => {
    await expect(fast.doStream({ prompt: ask("hello"), abortSignal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("stops working when its reader leaves", async () => {
    const { stream } = await createDemoModel({ delayMs: 1 }).doStream({ prompt: ask("tell a long story") });
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect((await reader.read()).done).toBe(true);
  });
});

describe("doGenerate", () => {
  it("gives the same answer at once", async () => {
    const { content, finishReason } = await fast.doGenerate({ prompt: ask("What is the title?"), tools: DEMO_TOOLS });
    expect(content).toMatchObject([
      { type: "reasoning" },
      { type: "text", text: "I will read the title of the page." },
      { type: "tool-call", toolCallId: "demo_1_0_0", toolName: "read_title", input: "{}" },
    ]);
    expect(finishReason.unified).toBe("tool-calls");
  });

  it("throws a simulated failure", async () => {
    await expect(fast.doGenerate({ prompt: ask("fail") })).rejects.toThrow("simulates a failure");
  });
});

describe("for any question and any tools", () => {
  const phrases = INTENTS.flatMap(({ example }) => (example ? [example] : []));
  const words = [
    "and",
    "then",
    ",",
    "`",
    '"',
    "{",
    "}",
    "[",
    "#a",
    ".b",
    "A-1001",
    "250",
    "-3",
    "fail",
    "refund",
    "call",
    "unmounted",
    "with",
    "\u0000",
    "\uE000",
  ];
  const question = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(fc.oneof(fc.constantFrom(...phrases, ...words), fc.string({ maxLength: 8 })), { maxLength: 12 })
      .map((parts) => parts.join(" ")),
  );
  const tools = fc.subarray(DEMO_TOOLS);
  const result = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc.json(),
    fc.constantFrom("null", "false", "0", "", "[]", "{}"),
  );

  /** Half a code point, which databases refuse. */
  const LONE = /\p{Surrogate}/u;

  /** Names that the question may make the model call although nobody offers them. */
  function allowed(text: string, name: string): boolean {
    return name === "no_such_tool" || (/\bunmounted\b/i.test(text) && text.includes(name));
  }

  it("every step is well-formed, calls only what is offered, and the turn ends", async () => {
    await fc.assert(
      fc.asyncProperty(
        question,
        tools,
        fc.array(result, { minLength: 1, maxLength: 5 }),
        async (text, offered, results) => {
          let prompt = ask(text);
          let settled = 0;
          for (let step = 0; ; step++) {
            expect(step).toBeLessThan(100);
            const parts: LanguageModelV4StreamPart[] = await readParts(
              (await fast.doStream({ prompt, tools: offered })).stream,
            );
            const failed = parts.some(({ type }) => type === "error");
            if (!failed) expect(bracketFaults(parts)).toEqual([]);
            if (!LONE.test(text)) for (const part of parts) if ("delta" in part) expect(part.delta).not.toMatch(LONE);
            const calls = toolCallsOf(parts);
            for (const { toolName } of calls) {
              expect(offered.some(({ name }) => name === toolName) || allowed(text, toolName)).toBe(true);
            }
            if (failed || calls.length === 0) {
              if (!failed) expect(joinDeltas(parts, "text-delta").trim()).not.toBe("");
              return;
            }
            expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(calls.length);
            prompt = settle(
              prompt,
              calls,
              calls.map(() => results[settled++ % results.length] ?? ""),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("cuts no code point where it shortens", async () => {
    for (const shift of ["", "x"]) {
      const long = shift + "👩‍🚀".repeat(3_000);
      for (const question of [
        `copy ${long}`,
        `search orders for ${long}`,
        `pick a date for ${long}`,
        `call the unmounted tool x with {"a":"${long}"}`,
      ]) {
        const { calls } = planAnswer({ prompt: ask(question), tools: DEMO_TOOLS });
        for (const { input } of calls) expect(JSON.stringify(JSON.parse(input))).not.toMatch(/\\ud[89a-f]/);
        const { text } = planAnswer({ prompt: settle(ask(question), calls, [long]), tools: DEMO_TOOLS });
        expect(text).not.toMatch(LONE);
      }
    }
  });

  it("a hostile question takes no noticeable time", async () => {
    const hostile = [
      " ",
      "fill ",
      "fill\u2003",
      "{",
      "{a",
      '"',
      "[",
      "`{",
      "A-",
      "order ",
      "1,111",
      "then ",
      "#a",
      "tell ",
      "read attribute ",
      "for ",
    ];
    for (const unit of hostile) {
      const started = performance.now();
      await fast.doStream({ prompt: ask(`fill ${unit.repeat(20_000 / unit.length)}`), tools: DEMO_TOOLS });
      expect(performance.now() - started, JSON.stringify(unit)).toBeLessThan(3_000);
    }
  });
});
