import { toWords } from "@/lib/models/demo/chunks";
import { closedLoop } from "../load/closed-loop";
import { type Answer, ask, BARE, newConversation, OURS, type Target } from "../load/turns";
import { median, percentile } from "../numbers";
import type { Row } from "../row";
import { type Setting, userOf } from "./setting";

/** Long, in many scripts, and the same every time. */
const QUESTION = "Tell a long story in several languages";
const ROUNDS = 3;
const SECONDS = { 1: 2, 50: 5 } as const;

interface Figures {
  firstTokenP50: number;
  firstTokenP95: number;
  tokensPerSecond: number;
}

/** Time to first token and tokens per second of one-step answers, each its own thread; ours and bare take turns. */
export async function measureAnswers(setting: Setting): Promise<Row[]> {
  const tokens = await tokensOfAnswer(setting);
  const rows: Row[] = [];
  for (const users of [1, 50] as const) {
    const seconds = SECONDS[users] * setting.scale;
    const rounds = { ours: [] as Figures[], bare: [] as Figures[] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const target of round % 2 === 0 ? [OURS, BARE] : [BARE, OURS]) {
        rounds[target.name].push(await measure(setting, target, users, seconds, tokens));
      }
    }
    const row = (what: string, unit: string, of: (figures: Figures) => number): Row => ({
      what: `${what}, ${users === 1 ? "1 user" : `${users} users`}`,
      unit,
      ours: median(rounds.ours.map(of)),
      other: median(rounds.bare.map(of)),
    });
    const aimed = users === 50;
    rows.push(
      {
        ...row("first token p50", "ms", (figures) => figures.firstTokenP50),
        ...(aimed && { aim: { atMost: 1 } }),
      },
      row("first token p95", "ms", (figures) => figures.firstTokenP95),
      {
        ...row("tokens per second", "", (figures) => figures.tokensPerSecond),
        ...(aimed && { aim: { atLeast: 1 } }),
      },
    );
  }
  return rows;
}

/** Both routes must say the same before their speeds can be compared. */
async function tokensOfAnswer(setting: Setting): Promise<number> {
  const ours = await turn(setting, OURS, 0);
  const bare = await turn(setting, BARE, 0);
  if (ours.text !== bare.text || ours.reasoning !== bare.reasoning)
    throw new Error("The two routes answer differently.");
  return toWords(ours.reasoning).length + toWords(ours.text).length;
}

function turn(setting: Setting, target: Target, user: number): Promise<Answer> {
  return ask(userOf(setting, user), target, newConversation(), QUESTION);
}

async function measure(
  setting: Setting,
  target: Target,
  users: number,
  seconds: number,
  tokens: number,
): Promise<Figures> {
  const loop = await closedLoop(users, seconds, (user) => turn(setting, target, user));
  const first = loop.done.map((answer) => answer.firstTokenMs);
  return {
    firstTokenP50: median(first),
    firstTokenP95: percentile(first, 0.95),
    tokensPerSecond: (loop.done.length * tokens) / loop.seconds,
  };
}
