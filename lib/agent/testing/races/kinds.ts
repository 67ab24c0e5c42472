import type { Stored } from "../ground";
import { type Plan, type PlannedCall, planText } from "../plan";
import { toThreadState } from "../rules/state";
import type { RaceAct, RaceReply } from "./racer";

/** A thread as it stands when the race begins. */
export interface Start {
  /** Unique in all races: tag of the question that is there. */
  tag: string;
  callIds: string[];
  runId: string;
  attempt: number;
}

/** What came of one race. */
export interface Finish {
  replies: [RaceReply, RaceReply];
  stored: Stored;
  /** How often each server tool ran. */
  ran(callId: string): number;
  /** How often the model was asked for this question, the start included. */
  asked(tag: string): number;
}

/** Two requests that must not both have their way. */
export interface RaceKind {
  name: string;
  /** What the question before the race plans; `null`: the race is for an empty thread. */
  plan: ((tag: string) => Plan) | null;
  /** The run's process has died before the race. */
  dead?: boolean;
  acts(start: Start): [RaceAct, RaceAct];
  /** What is wrong with the finish, in words. */
  faults(start: Start, finish: Finish): string[];
}

const calling =
  (...calls: PlannedCall[]) =>
  (tag: string): Plan => ({ tag, steps: [{ holds: false, calls }] });
const holding = (tag: string): Plan => ({ tag, steps: [{ holds: true, calls: [] }] });
const asking = (tag: string): RaceAct => ({ type: "ask", id: tag, text: planText(calling("title")(tag)) });

/** The two replies without regard to who gave which. */
const pair = ({ replies }: Finish) =>
  replies
    .map(({ reply }) => reply)
    .sort()
    .join(" + ");
const oneOf = (what: string, got: string, allowed: string[]) =>
  allowed.includes(got) ? [] : [`${what}: ${got} instead of ${allowed.join(" or ")}`];
const lastRun = ({ stored }: Finish) => toThreadState(stored).runs.at(-1);
const winnerOf = ({ replies }: Finish) => replies.findIndex(({ reply }) => reply === "continued");

/** One was accepted; the other was refused and told what the first had said. */
function oneWins(finish: Finish, callId: string, told: (winner: number) => object): string[] {
  const winner = winnerOf(finish);
  const loser = finish.replies[winner === 0 ? 1 : 0];
  const wrong = oneOf("replies", pair(finish), ["conflict + continued", "continued + no-run"]);
  if (wrong.length > 0) return wrong;
  const settled = JSON.stringify(loser?.settled?.[callId]);
  const expected = Object.entries(told(winner)).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  return expected.every((part) => settled?.includes(part)) ? [] : [`the loser was told ${settled}`];
}

export const RACE_KINDS: RaceKind[] = [
  {
    name: "approve and approve",
    plan: calling("refund"),
    acts: ({ callIds: [callId = ""] }) => [decide(callId, true), decide(callId, true)],
    faults({ tag, callIds: [callId = ""] }, finish) {
      return [
        ...oneOf("replies", pair(finish), ["continued + following", "continued + no-run"]),
        ...oneOf("executions", String(finish.ran(callId)), ["1"]),
        ...oneOf("model calls", String(finish.asked(tag)), ["2"]),
        ...oneOf("run", String(lastRun(finish)?.status), ["completed"]),
      ];
    },
  },
  {
    name: "approve and reject",
    plan: calling("refund"),
    acts: ({ callIds: [callId = ""] }) => [decide(callId, true), decide(callId, false)],
    faults({ tag, callIds: [callId = ""] }, finish) {
      const approved = winnerOf(finish) === 0;
      return [
        ...oneWins(finish, callId, () => ({ approved })),
        ...oneOf("executions", String(finish.ran(callId)), [approved ? "1" : "0"]),
        ...oneOf("decision", String(lastRun(finish)?.calls[0]?.decision), [approved ? "approve" : "reject"]),
        ...oneOf("model calls", String(finish.asked(tag)), ["2"]),
      ];
    },
  },
  {
    name: "result A and result B",
    plan: calling("title"),
    acts: ({ callIds: [callId = ""] }) => [answer(callId, "A"), answer(callId, "B")],
    faults({ tag, callIds: [callId = ""] }, finish) {
      const value = winnerOf(finish) === 0 ? "A" : "B";
      return [
        ...oneWins(finish, callId, () => ({ type: "result", value })),
        ...oneOf("outcome", String(lastRun(finish)?.calls[0]?.outcome), [`result: ${value}`]),
        ...oneOf("model calls", String(finish.asked(tag)), ["2"]),
      ];
    },
  },
  {
    name: "the last two partial results",
    plan: calling("title", "clock", "title"),
    acts: ({ callIds: [first = "", last = ""] }) => [answer(first, "A"), answer(last, "B")],
    faults({ tag }, finish) {
      const outcomes = lastRun(finish)
        ?.calls.map(({ outcome }) => outcome)
        .filter((outcome) => !outcome?.includes("time"));
      return [
        ...oneOf("replies", pair(finish), ["continued + kept"]),
        ...oneOf("outcomes", String(outcomes), ["result: A,result: B"]),
        ...oneOf("model calls", String(finish.asked(tag)), ["2"]),
      ];
    },
  },
  {
    name: "message and message",
    plan: null,
    acts: ({ tag }) => [asking(`${tag}a`), asking(`${tag}b`)],
    faults({ tag }, finish) {
      const asked = finish.asked(`${tag}a`) + finish.asked(`${tag}b`);
      return [
        ...oneOf("replies", pair(finish), ["run-in-flight + started"]),
        ...oneOf("runs", String(finish.stored.runs.length), ["1"]),
        ...oneOf("messages", String(finish.stored.messages.length), ["2"]),
        ...oneOf("model calls", String(asked), ["1"]),
      ];
    },
  },
  {
    name: "one message, twice",
    plan: null,
    acts: ({ tag }) => [asking(tag), asking(tag)],
    faults({ tag }, finish) {
      return [
        // It is followed while it runs, and waits for an answer after that.
        ...oneOf("replies", pair(finish), ["following + started", "run-in-flight + started"]),
        ...oneOf("runs", String(finish.stored.runs.length), ["1"]),
        ...oneOf("model calls", String(finish.asked(tag)), ["1"]),
      ];
    },
  },
  {
    name: "stop and result",
    plan: calling("title"),
    acts: ({ callIds: [callId = ""] }) => [{ type: "stop" }, answer(callId, "A")],
    faults({ callIds: [callId = ""] }, finish) {
      const [stop, result] = finish.replies;
      const { status, calls } = lastRun(finish) ?? {};
      const isAccepted = result.reply === "continued";
      const isTold = JSON.stringify(result.settled?.[callId])?.includes("stopped") ?? false;
      return [
        ...oneOf("result", result.reply, ["continued", "no-run"]),
        ...(isAccepted || isTold ? [] : ["the loser was not told that the call was stopped"]),
        ...oneOf("outcome", String(calls?.[0]?.outcome), [isAccepted ? "result: A" : "stopped"]),
        ...oneOf("run after stop", `${stop.reply} ${status}`, [
          "true cancelled",
          ...(isAccepted ? ["true completed", "false completed"] : []),
        ]),
      ];
    },
  },
  {
    name: "recover and message",
    plan: holding,
    dead: true,
    acts: ({ tag, runId, attempt }) => [{ type: "recover", fence: { runId, attempt } }, asking(`${tag}b`)],
    faults({ tag }, finish) {
      const isRecovered = finish.replies[0].reply === "started";
      const statuses = toThreadState(finish.stored)
        .runs.map(({ status }) => status)
        .join();
      return [
        ...oneOf("replies", pair(finish), isRecovered ? ["run-in-flight + started"] : ["stale + started"]),
        ...oneOf("runs", statuses, [isRecovered ? "completed" : "cancelled,suspended"]),
        ...oneOf("model calls", `${finish.asked(tag)} ${finish.asked(`${tag}b`)}`, [isRecovered ? "2 0" : "1 1"]),
      ];
    },
  },
];

function decide(callId: string, approved: boolean): RaceAct {
  return { type: "decide", decisions: { [callId]: approved ? "approve" : "reject" } };
}

function answer(callId: string, value: string): RaceAct {
  return { type: "answer", results: { [callId]: { result: value } } };
}
