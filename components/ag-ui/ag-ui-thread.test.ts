// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { REF } from "@/lib/agent/testing/desk";
import { clock, copy, pay, title } from "@/lib/protocols/ag-ui/testing/scene";
import { openTab, type Tab } from "./testing/tab";

const done = { text: "Done." };

describe("a turn", () => {
  it("shows the question, reasoning and answer, and ends ready", async () => {
    const tab = openTab([{ reasoning: "Hm.", text: "Hello there" }]);
    await tab.connected();
    await tab.ask("Hi");
    expect(tab.texts).toEqual(["user: Hi", "assistant: Hello there"]);
    expect(tab.views[1]?.parts.map((part) => part.type)).toEqual(["reasoning", "text"]);
    expect(tab.thread.state.get()).toMatchObject({ reading: false, problem: null, draft: "" });
  });

  it("runs a browser tool once and posts its result by itself", async () => {
    const tab = openTab([{ text: "I look.", calls: [title("c1"), clock("s1")] }, done]);
    await tab.connected();
    await tab.ask("Title?");
    expect(tab.started).toEqual(["title"]);
    expect(tab.part("c1")).toMatchObject({ state: "output-available", output: "Orders" });
    expect(tab.part("s1")).toMatchObject({ state: "output-available", output: { time: "12:00" } });
    expect(tab.texts.at(-1)).toBe("assistant: I look.: Done.");
    expect(tab.wire.requests.filter((request) => request.startsWith("POST"))).toHaveLength(2);
  });

  it("reports a handler's error, and the agent goes on", async () => {
    const tab = openTab([{ calls: [title("c1")] }, done]);
    tab.handlers.title = () => {
      throw new Error("no title");
    };
    await tab.connected();
    await tab.ask("Title?");
    expect(tab.part("c1")).toMatchObject({ state: "output-error", errorText: "no title" });
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
  });
});

describe("an approval", () => {
  it("is shown before anything of the answer, and a decision goes on", async () => {
    const tab = openTab([{ calls: [pay("p1")] }, done]);
    await tab.connected();
    await tab.ask("Pay.");
    expect(tab.views).toHaveLength(2);
    expect(tab.part("p1")).toMatchObject({
      state: "approval-requested",
      toolName: "pay",
      input: { amount: 500 },
      approval: { question: "Payments above 100 need approval." },
      live: true,
    });
    tab.thread.actions.decide("p1", { approved: true });
    await tab.idle();
    const approved = { state: "output-available", output: { paid: 500 }, approval: { approved: true } };
    expect(tab.part("p1")).toMatchObject(approved);
    await tab.reload();
    expect(tab.part("p1")).toMatchObject(approved);
    expect(tab.wire.server.counters.pay).toHaveLength(1);
  });

  it("of two waits for both decisions, and a double click counts once", async () => {
    const tab = openTab([{ calls: [pay("p1"), copy("w1")] }, done]);
    await tab.connected();
    await tab.ask("Both.");
    tab.thread.actions.decide("p1", { approved: false, reason: "Too much" });
    tab.thread.actions.decide("p1", { approved: true });
    await tab.idle();
    expect(tab.part("p1")).toMatchObject({ state: "approval-responded", approval: { approved: false } });
    tab.thread.actions.decide("w1", { approved: true });
    await tab.idle();
    expect(tab.part("p1")).toMatchObject({ state: "output-denied", approval: { approved: false, reason: "Too much" } });
    expect(tab.part("w1")).toMatchObject({ state: "output-available", approval: { approved: true } });
    expect(tab.started).toEqual(["copy"]);
  });

  it("that another tab has decided is refused here, and the card says so", async () => {
    const tab = openTab([{ calls: [pay("p1")] }, done]);
    await tab.connected();
    await tab.ask("Pay.");
    const other = await tab.twin();
    other.thread.actions.decide("p1", { approved: true });
    await other.idle();
    tab.thread.actions.decide("p1", { approved: false });
    await tab.idle();
    expect(tab.part("p1")).toMatchObject({ state: "output-available", note: "Already approved elsewhere." });
    expect(tab.problem).toBe("Already approved elsewhere.");
    expect(tab.wire.server.counters.pay).toHaveLength(1);
  });

  it("that was decided before the one that waits now is told from it, and leaves it usable", async () => {
    const tab = openTab([{ calls: [pay("p1")] }, { calls: [pay("p2")] }, done]);
    await tab.connected();
    await tab.ask("Pay.");
    const other = await tab.twin();
    other.thread.actions.decide("p1", { approved: true });
    await other.idle();
    tab.thread.actions.decide("p1", { approved: false });
    await tab.idle();
    expect(tab.problem).toBe("Already approved elsewhere.");
    expect(tab.part("p2")).toMatchObject({ state: "approval-requested", live: true });
    tab.thread.actions.decide("p2", { approved: true });
    await tab.idle();
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
    expect(tab.wire.server.counters.pay).toHaveLength(2);
  });

  it("may be cancelled with the next question, in one request", async () => {
    const tab = openTab([{ text: "May I?", calls: [pay("p1"), title("w1")] }, { text: "As you like." }]);
    await tab.connected();
    await tab.ask("Pay.");
    await tab.ask("Something else.");
    expect(tab.texts).toEqual(["user: Pay.", "assistant: May I?", "user: Something else.", "assistant: As you like."]);
    expect(tab.part("p1")).toMatchObject({ state: "output-denied", live: false });
    expect(tab.wire.server.counters.pay).toEqual([]);
    expect(tab.started).toEqual([]);
  });
});

describe("a second window", () => {
  it("shows the first one's calls and leaves them to it, also at the end of a stream that it follows", async () => {
    const tab = openTab([{ text: "I look.", calls: [title("c1")] }, done]);
    await tab.connected();
    let answer = (_: string) => {};
    tab.handlers.title = () => new Promise<string>((resolve) => (answer = resolve));
    const other = await tab.twin();
    other.kept.keep(REF.threadId, { callId: "c1", toolName: "title", input: {} }, { output: "Another title" });
    const asking = tab.thread.send("Title?");
    const following = other.thread.refresh({ watch: true });
    await Promise.all([asking, following]);
    await other.thread.refresh({ watch: true });
    await other.idle();
    expect(other.part("c1")).toMatchObject({ state: "input-available" });
    expect(other.started).toEqual([]);
    answer("Orders");
    await tab.idle();
    await other.thread.refresh({ watch: true });
    await other.idle();
    expect(other.texts.at(-1)).toBe("assistant: I look.: Done.");
    expect(other.wire.requests.filter((request) => request.startsWith("POST"))).toHaveLength(2);
  });
});

describe("a reload", () => {
  it("paints the tab's copy at once, and takes the server's history", async () => {
    const tab = openTab([{ text: "Hello." }]);
    await tab.connected();
    await tab.ask("Hi");
    tab.thread.save();
    const before = tab.views.map((message) => message.id);
    const reloading = tab.reload();
    expect(tab.views.map((message) => message.id)).toEqual(before);
    await reloading;
    expect(tab.views.map((message) => message.id)).toEqual(before);
  });

  it("brings an approval back, with working buttons", async () => {
    const tab = openTab([{ calls: [pay("p1")] }, done]);
    await tab.connected();
    await tab.ask("Pay.");
    await tab.reload();
    tab.thread.actions.decide("p1", { approved: true });
    await tab.idle();
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
    expect(tab.wire.server.counters.pay).toHaveLength(1);
  });

  it("leaves a waiting call to the person, who may run or cancel it", async () => {
    const tab = openTab([{ calls: [title("c1"), title("c2")] }, done]);
    await tab.connected();
    await tab.wire.server.thread.stream("Titles?").then((handle) => handle.settled());
    await tab.reload();
    expect(tab.part("c1")).toMatchObject({ state: "input-available", browser: "unstarted" });
    expect(tab.started).toEqual([]);
    tab.thread.actions.run("c1");
    await tab.idle();
    expect(tab.part("c1")).toMatchObject({ state: "output-available" });
    expect(tab.wire.server.model.prompts).toHaveLength(1);
    tab.thread.actions.cancel("c2");
    await tab.idle();
    expect(tab.part("c2")).toMatchObject({ state: "output-error", errorText: "Frontend tool execution cancelled." });
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
  });

  it("delivers what this tab had found out before, and does not run the tool again", async () => {
    const tab = openTab([{ calls: [title("c1")] }, done]);
    await tab.connected();
    tab.wire.failBefore = "nothing";
    const original = tab.handlers.title;
    tab.handlers.title = () => {
      tab.wire.offline = true;
      return original?.({} as never);
    };
    void tab.thread.send("Title?");
    for (let tries = 0; tries < 500 && !tab.wire.offline; tries++) await new Promise((r) => setTimeout(r, 4));
    await new Promise((resolve) => setTimeout(resolve, 20));
    tab.wire.offline = false;
    await tab.reload();
    expect(tab.started).toEqual(["title"]);
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
  });

  it("while the run is streaming follows it to its end", async () => {
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const tab = openTab([{ text: "It is noon", hold }]);
    await tab.connected();
    void tab.thread.send("Time?");
    await until(() => tab.texts.at(-1) === "assistant: It is noon");
    void tab.reload();
    await until(() => tab.thread.state.get().reading && tab.texts.length === 2);
    release();
    await tab.idle();
    expect(tab.texts).toEqual(["user: Time?", "assistant: It is noon"]);
    expect(tab.wire.requests).toContain("GET /api/agui/threads/T/stream");
  });

  it("shows older messages when they are asked for", async () => {
    const tab = openTab(Array.from({ length: 40 }, (_, index) => ({ text: `Answer ${index}` })));
    for (let index = 0; index < 40; index++) {
      await tab.wire.server.thread.stream(`Question ${index}`).then((handle) => handle.settled());
    }
    await tab.connected();
    expect(tab.texts).toHaveLength(50);
    await tab.thread.loadEarlier();
    expect(tab.texts).toHaveLength(80);
    expect(tab.texts[0]).toBe("user: Question 0");
    expect(tab.thread.state.get().before).toBeNull();
  });
});

describe("a connection that breaks", () => {
  it("in the middle of an answer is mended: the page follows the run to its end", async () => {
    const tab = openTab([{ text: "one two three four five six seven eight", calls: [clock("s1")] }, done]);
    await tab.connected();
    tab.wire.cutAfter = 3;
    await tab.ask("Count.");
    expect(tab.texts).toEqual(["user: Count.", "assistant: one two three four five six seven eight: Done."]);
    expect(tab.problem).toBeUndefined();
    expect(tab.wire.server.counters.clock).toBe(1);
  });

  it("before the question arrives sends it again, once", async () => {
    const tab = openTab([{ text: "Hello." }]);
    await tab.connected();
    tab.wire.failBefore = "/api/agui";
    await tab.ask("Hi");
    expect(tab.texts).toEqual(["user: Hi", "assistant: Hello."]);
    expect(tab.wire.server.model.prompts).toHaveLength(1);
  });

  it("after the question has arrived does not ask it twice", async () => {
    const tab = openTab([{ text: "Hello." }, { text: "Twice." }]);
    await tab.connected();
    tab.wire.failAfter = "/api/agui";
    await tab.ask("Hi");
    expect(tab.texts).toEqual(["user: Hi", "assistant: Hello."]);
    expect(tab.wire.server.model.prompts).toHaveLength(1);
  });

  it("while answers are on their way delivers them all the same", async () => {
    const tab = openTab([{ calls: [pay("p1"), title("c1")] }, done]);
    await tab.connected();
    await tab.ask("Both.");
    tab.wire.failBefore = "/api/agui";
    tab.thread.actions.decide("p1", { approved: true });
    await tab.idle();
    expect(tab.texts.at(-1)).toBe("assistant: Done.");
    expect(tab.wire.server.counters.pay).toHaveLength(1);
    expect(tab.started).toEqual(["title"]);
  });

  it("for good is told, and Retry catches up", async () => {
    const tab = openTab([{ text: "Hello." }]);
    await tab.connected();
    tab.wire.offline = true;
    await loseAndRetry(tab);
  });
});

describe("a failure", () => {
  it("of the model is told, and Retry continues the run by its question", async () => {
    const tab = openTab([{ text: "I beg", error: new Error("x") }, { text: "Hello." }]);
    await tab.connected();
    await tab.ask("Hi");
    expect(tab.problem).toBe("The model could not finish its answer. Try again.");
    expect(tab.views.at(-1)?.ended).toBe("The answer failed.");
    const said = tab.problem;
    await tab.reload();
    expect(tab.problem).toBe(said);
    await tab.thread.retry();
    await tab.idle();
    expect(tab.texts).toEqual(["user: Hi", "assistant: Hello."]);
    expect(tab.problem).toBeUndefined();
  });

  it("while the page was away is told by one Retry, which tries the run again, too", async () => {
    const tab = openTab([{ text: "I beg", error: new Error("x") }, { text: "Hello." }]);
    await tab.connected();
    tab.wire.failAfter = "/api/agui";
    tab.wire.goesOffline = true;
    await loseAndRetry(tab);
  });

  it("of a question gives its text back", async () => {
    const tab = openTab([{ calls: [title("c1")] }, done]);
    await tab.connected();
    await tab.wire.server.thread.stream("Elsewhere").then((handle) => handle.settled());
    tab.handlers.title = () => new Promise(() => {});
    await tab.thread.send("Hi");
    expect(tab.thread.state.get().draft).toBe("Hi");
    expect(tab.problem).toBe("The agent is not finished yet");
    expect(tab.part("c1")).toMatchObject({ browser: "unstarted" });
  });

  it("that would repeat itself is not repeated by itself", async () => {
    const tab = openTab([{ calls: [title("c1")] }, done]);
    await tab.connected();
    const { fetch } = tab.wire;
    tab.wire.fetch = fetch;
    tab.handlers.title = () => "x".repeat(5);
    const agent = tab.wire.server;
    const original = agent.fetch;
    agent.fetch = async (url, init) => {
      const body = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      if (body?.messages?.at(-1)?.role === "tool" || body?.resume) {
        return Response.json(
          { error: { code: "too-large", message: "Too large.", retryable: false } },
          { status: 413 },
        );
      }
      return original(url, init);
    };
    await tab.ask("Title?");
    expect(tab.problem).toBe("The message is too long");
    expect(tab.wire.requests.filter((request) => request.startsWith("POST"))).toHaveLength(2);
    expect(tab.part("c1")).toMatchObject({ state: "input-available", browser: "unstarted" });
  });
});

describe("a stop", () => {
  it("keeps what was written, and the next turn works", async () => {
    const tab = openTab([{ text: "I beg", hold: new Promise(() => {}) }, { text: "Hello." }]);
    await tab.connected();
    void tab.thread.send("Hi");
    await until(() => tab.texts.at(-1) === "assistant: I beg");
    await tab.thread.stop();
    await tab.idle();
    expect(tab.views.at(-1)).toMatchObject({ ended: "Ended before the answer was complete." });
    await tab.ask("Again?");
    expect(tab.texts).toEqual(["user: Hi", "assistant: I beg", "user: Again?", "assistant: Hello."]);
  });

  it("of a wait closes its cards", async () => {
    const tab = openTab([{ calls: [pay("p1")] }]);
    await tab.connected();
    await tab.ask("Pay.");
    await tab.thread.stop();
    await tab.idle();
    expect(tab.part("p1")).toMatchObject({ state: "output-error", errorText: expect.stringContaining("Stopped") });
  });
});

describe("coming back to the page", () => {
  it("shows what another client did meanwhile", async () => {
    const tab = openTab([{ text: "One." }, { text: "Two." }]);
    await tab.connected();
    await tab.ask("First");
    await tab.wire.server.thread.stream("Second").then((handle) => handle.settled());
    await tab.thread.refresh();
    expect(tab.texts).toEqual(["user: First", "assistant: One.", "user: Second", "assistant: Two."]);
  });
});

/** A question loses the connection; once that is back, one Retry brings the answer. */
async function loseAndRetry(tab: Tab): Promise<void> {
  await tab.ask("Hi");
  expect(tab.problem).toBe("The connection was lost");
  tab.wire.offline = false;
  await tab.thread.retry();
  await tab.idle();
  expect(tab.texts).toEqual(["user: Hi", "assistant: Hello."]);
  expect(tab.problem).toBeUndefined();
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  throw new Error("It did not happen.");
}
