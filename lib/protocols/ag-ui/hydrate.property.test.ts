import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { testAgentConfig } from "../../agent/testing/desk";
import type { ScriptedStep } from "../../agent/testing/scripted-model";
import { defineTool, toolError } from "../../agent/tool";
import { AgUiPage, type PageRun } from "./testing/agui-page";
import { AgUiServer } from "./testing/agui-server";
import { comparable, expectValidStreams } from "./testing/valid-streams";

/** What the model may call: on the server, gated, in the browser, failing, refused, or nowhere. */
const CALLS = {
  clock: { name: "clock", input: {} },
  fail: { name: "fail", input: {} },
  pay: { name: "pay", input: { amount: 50 } },
  gatedPay: { name: "pay", input: { amount: 500 } },
  title: { name: "title", input: { a: 1 } },
  copy: { name: "copy", input: { text: "x" } },
  badPay: { name: "pay", input: { amount: "much" } },
  badCopy: { name: "copy", input: "not json" },
  unknown: { name: "nothing", input: {} },
};
type CallName = keyof typeof CALLS;

const step = fc.record({
  reasoning: fc.option(fc.constantFrom("Hm.", "I think."), { nil: undefined }),
  text: fc.option(fc.constantFrom("Let me see.", "One moment"), { nil: undefined }),
  calls: fc.array(fc.constantFrom(...(Object.keys(CALLS) as CallName[])), { minLength: 1, maxLength: 4 }),
});
/** What a person and a page do when it is their turn. */
const moves = fc.array(
  fc.record({
    approve: fc.boolean(),
    fails: fc.boolean(),
    reverse: fc.boolean(),
    one: fc.boolean(),
    reload: fc.boolean(),
    moveOn: fc.constantFrom(false, false, false, true),
    cancel: fc.boolean(),
  }),
  { minLength: 12, maxLength: 12 },
);
type Move = typeof moves extends fc.Arbitrary<(infer M)[]> ? M : never;

const config = testAgentConfig({ clock: 0, pay: [] });
const fail = defineTool({
  name: "fail",
  description: "Fails.",
  inputSchema: z.object({}),
  execute: () => toolError("It is broken."),
});

class Conversation {
  readonly server: AgUiServer;
  page: AgUiPage;
  private questions = 0;

  constructor(steps: ScriptedStep[]) {
    this.server = new AgUiServer(steps, {
      config: { tools: [...config.tools, fail], maxInvalidCalls: 100 },
    });
    this.page = new AgUiPage(this.server);
  }

  ask(): Promise<PageRun> {
    this.questions += 1;
    return this.page.ask("Go.", `q${this.questions}`);
  }

  async check(): Promise<void> {
    const hydrated = await this.server.hydrate({ limit: 200 });
    expect(comparable(this.page.messages)).toEqual(comparable(hydrated.messages));
  }

  /** The page's next request, or `null` when there is nothing left to do. */
  async move(run: PageRun, move: Move): Promise<PageRun | null> {
    if (move.reload) {
      this.page = await AgUiPage.reload(this.server);
      this.page.handlers = { ...this.page.handlers };
    }
    const interrupts = this.page.agent.pendingInterrupts;
    const isConfirmation = interrupts.every((interrupt) => interrupt.reason === "confirmation");
    if (interrupts.length > 0 && move.moveOn) {
      this.questions += 1;
      this.page.say("Never mind.", `q${this.questions}`);
      return this.page.run(interrupts.map(({ id }) => ({ interruptId: id, status: "cancelled" })));
    }
    if (interrupts.length > 0 && isConfirmation) {
      return this.page.run(
        interrupts.map(({ id }, index) =>
          move.cancel && index === 0
            ? { interruptId: id, status: "cancelled" }
            : { interruptId: id, status: "resolved", payload: { approved: move.approve !== (index % 2 === 1) } },
        ),
      );
    }
    if (interrupts.length > 0) return this.resumeWait(move);
    const open = this.page.open(run.calls);
    if (open.length === 0) return null;
    const order = move.reverse ? open.toReversed() : open;
    if (move.fails) this.page.handlers = { title: boom, copy: boom };
    const done = this.page.execute(move.one ? order.slice(0, 1) : order);
    const next = await this.page.run();
    const rest = order.filter((call) => !done.includes(call));
    return { ...next, calls: [...rest, ...next.calls] };
  }

  private resumeWait(move: Move): Promise<PageRun> {
    const [interrupt] = this.page.agent.pendingInterrupts;
    const interruptId = interrupt?.id ?? "";
    if (move.cancel) return this.page.run([{ interruptId, status: "cancelled" }]);
    const calls = (interrupt?.metadata?.toolCalls ?? []) as { callId: string }[];
    const some = move.one ? calls.slice(0, 1) : calls;
    const outcome = move.fails ? { error: "It did not work." } : { result: { value: [1, null] } };
    const payload = Object.fromEntries(some.map(({ callId }) => [callId, outcome]));
    return this.page.run([{ interruptId, status: "resolved", payload }]);
  }
}

const boom = () => {
  throw new Error("boom");
};

describe("a live client", () => {
  it("holds at every stop what a reload would bring, ids and order included", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), moves, async (steps, choices) => {
        let count = 0;
        const script: ScriptedStep[] = steps.map(({ reasoning, text, calls }) => ({
          ...(reasoning !== undefined && { reasoning }),
          ...(text !== undefined && { text }),
          calls: calls.map((name) => ({ id: `c${++count}`, ...CALLS[name] })),
        }));
        const answers = Array.from({ length: 16 }, (): ScriptedStep => ({ reasoning: "So.", text: "Done." }));
        const conversation = new Conversation([...script, ...answers]);
        let run: PageRun | null = await conversation.ask();
        for (const choice of choices) {
          await conversation.check();
          run = run && (await conversation.move(run, choice));
          if (!run) break;
        }
        await conversation.check();
        expect(conversation.server.errors).toEqual([]);
        expect(conversation.server.exchanges.map(({ status }) => status)).not.toContain(400);
        await expectValidStreams(conversation.server);
      }),
      { numRuns: Number(process.env.RUNS ?? 40) },
    );
  }, 600_000);
});
