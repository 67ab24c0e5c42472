import fc from "fast-check";
import type { PlannedCall, PlannedStep } from "../plan";

/** What a client says about one call: a decision, or an outcome. */
export type Said =
  | { type: "decision"; approved: boolean; reason?: string }
  | { type: "result"; value: string }
  | { type: "error"; message: string };

/** Which call an answer names: one that the wait asks for, any other of the thread, or one that does not exist. */
export interface Target {
  among: "open" | "others" | "none";
  index: number;
}

export interface Answered {
  target: Target;
  said: Said;
  /** Says what the wait asks for, a decision or an outcome, whatever `said` is. */
  fits: boolean;
}

/** What happens to a thread. `process` is the one that the request reaches. */
export type Command =
  | { type: "ask"; process: number; steps: PlannedStep[] }
  | { type: "ask-again"; process: number; question: number }
  | { type: "regenerate"; process: number; question: number }
  | { type: "answer"; process: number; answers: Answered[] }
  /** A protocol's envelope, perhaps with a new question in it. */
  | { type: "envelope"; process: number; answers: Answered[]; steps: PlannedStep[] | null }
  /** Answers the whole wait as it wants. */
  | { type: "settle"; process: number; said: Said[] }
  | { type: "stop"; process: number }
  | { type: "recover"; process: number; fence: "right" | "wrong run" | "wrong attempt" | "none" }
  | { type: "abandon"; process: number }
  | { type: "reset"; process: number }
  /** Held model calls go on, also those of processes that lost their run. */
  | { type: "release" }
  | { type: "fail-next"; process: number }
  | { type: "crash"; process: number }
  /** Whoever executes the run dies, and is known to be dead. */
  | { type: "outage" }
  | { type: "expire" }
  /** The process dies while it does this, at its n-th commit. */
  | { type: "crash-in"; process: number; commit: number; moment: "before" | "after"; command: Command };

const process = fc.nat({ max: 1 });
const question = fc.nat({ max: 5 });

const call = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<PlannedCall[]>("title", "copy", "refund") },
  { weight: 2, arbitrary: fc.constantFrom<PlannedCall[]>("clock", "pay") },
  { weight: 1, arbitrary: fc.constantFrom<PlannedCall[]>("explode", "unknown") },
);
const seldom = fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0);
const withCalls = fc.record({ holds: seldom, calls: fc.array(call, { minLength: 1, maxLength: 3 }) });
const steps = fc
  .tuple(fc.array(withCalls, { maxLength: 3 }), seldom)
  .map(([turns, holds]) => (holds ? [...turns, { holds, calls: [] }] : turns));

const said = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constant<Said>({ type: "decision", approved: true }),
      fc.constant<Said>({ type: "decision", approved: false }),
      fc.constant<Said>({ type: "decision", approved: false, reason: "because" }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.oneof(
      fc.constantFrom("one", "two").map((value): Said => ({ type: "result", value })),
      fc.constant<Said>({ type: "error", message: "It broke." }),
    ),
  },
);
const target = fc.record({
  among: fc.oneof(
    { weight: 6, arbitrary: fc.constant<Target["among"]>("open") },
    { weight: 3, arbitrary: fc.constant<Target["among"]>("others") },
    { weight: 1, arbitrary: fc.constant<Target["among"]>("none") },
  ),
  index: fc.nat({ max: 7 }),
});
const fits = fc.integer({ min: 0, max: 5 }).map((chance) => chance > 0);
const answers = fc.array(fc.record({ target, said, fits }), { minLength: 1, maxLength: 3 });
const fence = fc.constantFrom("right", "right", "right", "wrong run", "wrong attempt", "none");

const simple = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("ask" as const), process, steps }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("ask-again" as const), process, question }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("regenerate" as const), process, question }) },
  { weight: 9, arbitrary: fc.record({ type: fc.constant("answer" as const), process, answers }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("envelope" as const), process, answers, steps: fc.option(steps) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("settle" as const),
      process,
      said: fc.array(said, { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("stop" as const), process }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("recover" as const), process, fence }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("abandon" as const), process }) },
);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 28, arbitrary: simple },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("release" as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("fail-next" as const), process }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("crash" as const), process }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("outage" as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("expire" as const) }) },
  {
    weight: 8,
    arbitrary: fc
      .record({
        commit: fc.integer({ min: 1, max: 5 }),
        moment: fc.constantFrom("before" as const, "after" as const),
        command: simple,
      })
      .map((crash) => ({ type: "crash-in" as const, process: crash.command.process, ...crash })),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reset" as const), process }) },
);

const opening = fc
  .record({ first: withCalls, rest: fc.array(withCalls, { maxLength: 1 }), process })
  .map(({ first, rest, process }): Command => ({ type: "ask", process, steps: [first, ...rest] }));

/** What may happen to a thread, one thing after another; first of all, somebody asks something. */
export const commandLists: fc.Arbitrary<Command[]> = fc
  .tuple(opening, fc.array(command, { minLength: 4, maxLength: 14, size: "max" }))
  .map(([first, others]) => [first, ...others]);
