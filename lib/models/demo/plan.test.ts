import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { ask, DEMO_TOOLS, offer, type Result, settle } from "../testing/demo-prompt";
import { type Plan, planAnswer } from "./plan";

function plan(question: string, tools = DEMO_TOOLS): Plan {
  return planAnswer({ prompt: ask(question), tools });
}

/** The calls of the first step, as `name {input}`. */
function callsOf(question: string): string[] {
  return plan(question).calls.map(({ toolName, input }) => `${toolName} ${input}`);
}

/** Every step of a turn, each call answered by `results` in order; the last plan is the answer. */
function play(question: string, results: Result[], tools = DEMO_TOOLS): Plan[] {
  const plans: Plan[] = [];
  const left = [...results];
  let prompt = ask(question);
  for (;;) {
    const next = planAnswer({ prompt, tools });
    plans.push(next);
    if (next.calls.length === 0) return plans;
    prompt = settle(prompt, next.calls, left.splice(0, next.calls.length));
  }
}

function answerTo(question: string, ...results: Result[]): string {
  return play(question, results).at(-1)?.text ?? "";
}

describe("several wishes", () => {
  it.each([
    ["What time is it and what is the title?", ["server_clock {}", "read_title {}"]],
    ["What time is it? What is the title?", ["server_clock {}", "read_title {}"]],
    ["Read the title and refund 250", ["read_title {}", 'refund_order {"orderId":"A-1001","amount":250}']],
    ["Read the title and the text of #summary", ["read_title {}", 'read_text {"selector":"#summary"}']],
    [
      "Read the text of #summary and #customer",
      ['read_text {"selector":"#summary"}', 'read_text {"selector":"#customer"}'],
    ],
    ["Look up A-1004 and A-1005", ['look_up_order {"orderId":"A-1004"}', 'look_up_order {"orderId":"A-1005"}']],
    [
      "Is #gift-wrap and #express checked?",
      ['is_checked {"selector":"#gift-wrap"}', 'is_checked {"selector":"#express"}'],
    ],
    [
      "Refund order A-1002 of 150 and A-1003 of 200",
      ['refund_order {"orderId":"A-1002","amount":150}', 'refund_order {"orderId":"A-1003","amount":200}'],
    ],
  ])("joined in one step: %j", (question, calls) => {
    expect(callsOf(question)).toEqual(calls);
  });

  it("makes the calls of a 'then' only after the results before it", () => {
    const plans = play("Read the title, then the headings, then look up A-1004 and the clock", [
      "Desk",
      "[]",
      "{}",
      "{}",
    ]);
    expect(plans.map(({ calls }) => calls.map(({ toolName }) => toolName))).toEqual([
      ["read_title"],
      ["list_headings"],
      ["look_up_order", "server_clock"],
      [],
    ]);
    expect(plans.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
  });

  it("goes through two steps of the same tool", () => {
    const [first, second, answer] = play("Read the text of #a, then read the text of #b", ["one", "two"]);
    expect(first?.calls[0]?.input).toBe('{"selector":"#a"}');
    expect(second?.calls[0]?.input).toBe('{"selector":"#b"}');
    expect(answer?.text).toContain("“one”");
    expect(answer?.text).toContain("“two”");
  });

  it("never takes more steps than the question has, whatever the prompt makes of its calls", () => {
    const prompt = settle(ask("What is the title?"), [{ toolName: "renamed", input: "{}" }], ["Desk"]);
    expect(planAnswer({ prompt, tools: DEMO_TOOLS }).calls).toEqual([]);
  });

  it("counts only steps with calls: text that a failed try left behind is none", () => {
    const prompt = ask("What is the title?");
    prompt.push({ role: "assistant", content: [{ type: "text", text: "I will read" }] });
    expect(planAnswer({ prompt, tools: DEMO_TOOLS })).toMatchObject({ step: 0, calls: [{ toolName: "read_title" }] });
  });

  it("asks for at most 16 calls at once", () => {
    const many = Array.from({ length: 40 }, (_, n) => `#field${n}`).join(" and ");
    expect(plan(`Read the text of ${many}`).calls).toHaveLength(16);
  });
});

describe("answers after results", () => {
  it.each([
    ["Twelve orders", "The text of `#summary` is “Twelve orders”."],
    ["Twelve orders.", "The text of `#summary` is “Twelve orders.”"],
    ["Twelve #orders.", "The text of `#summary` is `Twelve #orders.`"],
    ["[12]", "The text of `#summary` is the following:\n\n```json\n[\n  12\n]\n```"],
  ])("end the sentence that quotes %j once", (text, answer) => {
    expect(answerTo("Read the text of #summary", text)).toBe(answer);
  });

  it("quotes what the tools returned", () => {
    expect(answerTo("What is the title?", "Order desk")).toBe("The title of the page is “Order desk”.");
    expect(answerTo("Is #express checked?", "false")).toBe("`#express` is not checked (`false`).");
    expect(answerTo("How many rows?", "0")).toBe("The page has `0` elements that match `.order-row`.");
    expect(answerTo("Attribute data-x of #a", "null")).toContain("is `null`");
    expect(answerTo("Read #summary", "")).toContain("an empty text");
    expect(answerTo("What time is it?", '{"iso":"x","readable":"Monday noon"}')).toContain("Monday noon");
  });

  it("shows structures as lists and tables", () => {
    expect(answerTo("List the headings", '[{"level":1,"text":"Desk"},{"level":2,"text":"Orders"}]')).toContain(
      "- “Desk”\n  - “Orders”",
    );
    expect(answerTo("What is in the form?", '{"note":"","express":true}')).toContain(
      "| note | (empty) |\n| express | true |",
    );
    const orders = '[{"orderId":"A-1001","customer":"Ada"},{"orderId":"A-1002","total":5}]';
    expect(answerTo("Show all orders", orders)).toContain(
      "2 orders match:\n\n| orderId | customer | total |\n| --- | --- | --- |\n| A-1001 | Ada |  |\n| A-1002 |  | 5 |",
    );
    expect(answerTo("Show all orders", "[]")).toBe("No order matches.");
  });

  it("quotes a result word for word where it has another shape than expected", () => {
    expect(answerTo("Is #express checked?", "maybe")).toContain("“maybe”");
    expect(answerTo("List the headings", "none")).toContain("“none”");
    expect(answerTo("Show all orders", '{"weird":1}')).toContain('"weird": 1');
  });

  it("does not let a result become markdown", () => {
    expect(answerTo("What is the title?", "![x](https://evil.example/pixel.png)")).toContain(
      "`![x](https://evil.example/pixel.png)`",
    );
    expect(answerTo("What is the title?", "a `b` ``c``")).toContain("``` a `b` ``c`` ```");
    expect(answerTo("Show all orders", '[{"customer":"a|b"}]')).toContain("`a\\|b`");
  });

  it("says plainly when a call failed", () => {
    const failed = answerTo("Look up A-9999", { type: "error-text", value: "There is no order A-9999." });
    expect(failed).toBe("`look_up_order` (A-9999) failed: “There is no order A-9999.”");
  });

  it("recognises a failure that a client could only report as text", () => {
    expect(answerTo("What is the title?", "Error: no page")).toBe("`read_title` failed: “no page”");
    expect(answerTo("What is the title?", '{"error":"no \\"page\\""}')).toBe('`read_title` failed: “no "page"”');
  });

  it.each<[string, Result, string]>([
    [
      "with a reason",
      { type: "execution-denied", reason: "too much" },
      "rejected and not executed. The reason you gave: “too much”",
    ],
    ["without one", { type: "execution-denied" }, "rejected and not executed. You gave no reason."],
    [
      "told as a sentence",
      "The user rejected this call. The tool was not executed. Reason: not now",
      "rejected and not executed. The reason you gave: “not now”",
    ],
    ["told without reason", "The user rejected this call. The tool was not executed.", "You gave no reason."],
  ])("says that a rejected call was not executed, %s", (_name, result, text) => {
    expect(answerTo("Refund 250 for A-1001", result)).toContain(text);
    expect(answerTo("Refund 250 for A-1001", result)).not.toContain("Refunded");
  });

  it("tells cancelled and stopped calls apart from failed ones", () => {
    expect(answerTo("Pick a date", { type: "error-text", value: "Frontend tool execution cancelled." })).toContain(
      "was cancelled",
    );
    expect(answerTo("Pick a date", { type: "error-text", value: "Stopped by the user." })).toContain("was stopped");
  });

  it("reports every call of a mixed batch", () => {
    const text = answerTo("Read the title and refund 250", "Desk", { type: "execution-denied", reason: "no" });
    expect(text).toBe(
      "- The title of the page is “Desk”.\n- `refund_order` (A-1001, 250) was rejected and not executed. The reason you gave: “no”",
    );
  });

  it("shortens very long results and says so", () => {
    const text = answerTo("Read #summary", "x".repeat(9_000));
    expect(text).toContain("of 9000 characters");
    expect(text.length).toBeLessThan(5_000);
  });
});

describe("missing tools", () => {
  it("says which tool is missing and does the rest", () => {
    const [first, answer] = play("Read the title and what time is it?", ["Desk"], offer("read_title"));
    expect(first?.calls.map(({ toolName }) => toolName)).toEqual(["read_title"]);
    expect(answer?.text).toContain("“Desk”");
    expect(answer?.text).toContain("nobody offers me the tool `server_clock`");
  });

  it("calls nothing when tool choice is none", () => {
    const { calls, text } = planAnswer({ prompt: ask("Title?"), tools: DEMO_TOOLS, toolChoice: { type: "none" } });
    expect(calls).toEqual([]);
    expect(text).toContain("`read_title`");
  });

  it("does not repeat a step when tools appear or vanish in the middle of a turn", () => {
    const question = "Read the title, then the clock";
    const [first] = play(question, ["noon"], offer("server_clock"));
    const prompt = settle(ask(question), first?.calls ?? [], ["noon"]);
    expect(planAnswer({ prompt, tools: DEMO_TOOLS }).calls.map(({ toolName }) => toolName)).toEqual(["read_title"]);
    expect(planAnswer({ prompt, tools: [] }).text).toContain("noon");
  });
});

describe("trials", () => {
  it("calls a tool that nobody offers when asked to", () => {
    expect(plan("Call a tool that does not exist").calls).toEqual([{ toolName: "no_such_tool", input: "{}" }]);
    expect(plan("Call the unmounted tool read_text", []).calls).toEqual([{ toolName: "read_text", input: "{}" }]);
    expect(plan('Call the unmounted tool `paint` with {"colour":"red"}').calls).toEqual([
      { toolName: "paint", input: '{"colour":"red"}' },
    ]);
    expect(plan("Call the unmounted tool").calls).toEqual([]);
  });

  it("breaks the schema of a tool when asked to", () => {
    expect(callsOf("Call a tool with bad arguments")).toEqual(['look_up_order {"orderId":1001}']);
    expect(callsOf("Call refund_order with wrong arguments")).toEqual([
      'refund_order {"orderId":1001,"amount":"wrong"}',
    ]);
    expect(callsOf("Call read_title with bad arguments")).toEqual(['read_title ["this should have been an object"]']);
  });

  it("sends input that is not JSON when asked to, once", () => {
    const [first, answer] = play("invalid json", [{ type: "error-text", value: "Input is not JSON." }]);
    expect(() => JSON.parse(first?.calls[0]?.input ?? "{}")).toThrow();
    expect(answer?.text).toContain("failed: “Input is not JSON.”");
  });

  it("calls any offered tool by its name", () => {
    expect(callsOf('Call read_text with {"selector": "#a, #b and then #c"}')).toEqual([
      'read_text {"selector":"#a, #b and then #c"}',
    ]);
    const schema = {
      type: "object" as const,
      properties: { colour: { enum: ["red"] }, size: { type: "integer" as const }, deep: { type: "object" as const } },
      required: ["colour", "size", "deep"],
    };
    const tools = [{ type: "function" as const, name: "paint", inputSchema: schema }];
    expect(plan("use paint now", tools).calls).toEqual([
      { toolName: "paint", input: '{"colour":"red","size":1,"deep":{}}' },
    ]);
  });

  it("fails where it is asked to, and says in its reasoning that it simulates", () => {
    for (const question of ["fail", "Please fail", "Break in the middle of an answer", "Simulate a provider error"]) {
      const { failure, text, reasoning, calls } = plan(question);
      expect(failure?.message).toContain("simulates");
      expect(text).not.toBe("");
      expect(reasoning).toContain("simulate");
      expect(calls).toEqual([]);
    }
    expect(plan("Fail immediately")).toMatchObject({ text: "", failure: {} });
  });

  it("fails once: in a run's first attempt, however often it is asked, and not in the next", () => {
    const attempts = [1, 1, 2, 3, 1].map((attempt) =>
      planAnswer({ prompt: ask("Fail once"), tools: DEMO_TOOLS, providerOptions: { demo: { attempt } } }),
    );
    expect(attempts.map(({ failure }) => failure !== undefined)).toEqual([true, true, false, false, true]);
    expect(attempts[2]?.text).toContain("This time it went well");
    expect(plan("Fail once").failure).toBeDefined();
  });

  it("fails after the results of an earlier step", () => {
    const [first, second] = play("Read the title, then fail", ["Desk"]);
    expect(first?.calls).toHaveLength(1);
    expect(second?.failure).toBeDefined();
  });
});

describe("talk", () => {
  it("tells a long story in many scripts", () => {
    const { text, calls } = plan("Tell a long story in several languages");
    expect(calls).toEqual([]);
    expect(text.split(/\s+/).length).toBeGreaterThanOrEqual(400);
    for (const script of [
      /\p{Script=Arabic}/u,
      /\p{Script=Han}/u,
      /\p{Script=Hangul}/u,
      /\p{Script=Thai}/u,
      /\p{Emoji}\u200D/u,
      /\p{M}/u,
    ]) {
      expect(text).toMatch(script);
    }
  });

  it("writes about as many words as it is asked for, in whole sentences", () => {
    for (const words of [1, 40, 120, 300, 2000]) {
      const { text } = plan(`Write a long answer of ${words} words`);
      expect(Math.abs(text.split(/\s+/).length - words)).toBeLessThan(50);
      expect(text).toMatch(/[^\p{L}\p{N}]$/u);
    }
  });

  it("says what comes without a tool together with the step that follows, once", () => {
    const [first, answer] = play("Hello, what is the title?", ["Desk"]);
    expect(first?.text).toMatch(/^Hello!/);
    expect(answer?.text).toBe("The title of the page is “Desk”.");
  });

  it("lists what it can do, by the tools it has, when it does not understand", () => {
    const { text } = plan("qwertz", offer("read_title"));
    expect(text).toContain("What is the title of this page?");
    expect(text).not.toContain("Refund 250");
    expect(plan("").text).toBe(plan("qwertz").text);
  });

  it("remembers earlier turns by what the prompt holds", () => {
    const before = settle(ask("What is the title?"), [{ toolName: "read_title", input: "{}" }], ["Desk"]);
    const { text, turn } = planAnswer({
      prompt: [...before, { role: "user", content: [{ type: "text", text: "What happened so far?" }] }],
      tools: DEMO_TOOLS,
    });
    expect(turn).toBe(2);
    expect(text).toContain("You asked: “What is the title?”");
    expect(text).toContain("`read_title` returned “Desk”");
  });

  it("takes only the first text of the question: the rest is context", () => {
    const { calls } = planAnswer({
      prompt: [
        {
          role: "user",
          content: [
            { type: "text", text: "What time is it?" },
            { type: "text", text: "The title is important." },
          ],
        },
      ],
      tools: DEMO_TOOLS,
    });
    expect(calls.map(({ toolName }) => toolName)).toEqual(["server_clock"]);
  });

  it("takes new intents from the table", () => {
    const shout = {
      matches: ({ bare }: { bare: string }) => bare.includes("shout"),
      act: () => [{ type: "say" as const, text: "HO!" }],
    };
    expect(planAnswer({ prompt: ask("shout") }, [shout]).text).toBe("HO!");
  });
});

it("says which files it was given, with or without a question", () => {
  const file = (filename: string, mediaType: string) => ({
    type: "file" as const,
    mediaType,
    filename,
    data: { type: "data" as const, data: "aGVsbG8=" },
  });
  const plan = (...content: Extract<LanguageModelV4Prompt[number], { role: "user" }>["content"]) =>
    planAnswer({ prompt: [{ role: "user", content }], tools: [] }).text;
  expect(plan(file("notes.txt", "text/plain"))).toContain("I was given `notes.txt (text/plain)`.");
  const both = plan(file("a.png", "image/png"), file("b.png", "image/png"), { type: "text", text: "Hello" });
  expect(both).toContain("`a.png (image/png)` and `b.png (image/png)`");
  expect(both).toContain("Hello!");
  const asked = (text: string) => plan(file("notes.txt", "text/plain"), { type: "text", text });
  expect(asked("What did I attach?")).toBe(plan(file("notes.txt", "text/plain")));
  expect(asked("What happened so far?")).toContain("Nothing yet");
});
