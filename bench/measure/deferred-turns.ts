import { closedLoop } from "../load/closed-loop";
import { answerCall, ask, BARE, newConversation, OURS, type Target } from "../load/turns";
import { median } from "../numbers";
import type { Row } from "../row";
import { type Setting, userOf } from "./setting";

export const DEFERRED_QUESTION = "What is the title of this page?";
export const TITLE = "Order desk";
const USERS = 20;
const ROUNDS = 3;
const SECONDS = 4;

/** A question, a call handed to the browser, its result posted, the answer: two requests. Returns the second's times. */
export async function deferredTurn(setting: Setting, target: Target, user: number, conversation = newConversation()) {
  const client = userOf(setting, user);
  const asked = await ask(client, target, conversation, DEFERRED_QUESTION);
  const answer = await answerCall(client, target, conversation, asked, TITLE);
  if (!answer.text.includes(TITLE)) throw new Error(`${target.name}: the answer does not have the result.`);
  return answer;
}

/** Deferred-tool turns per second, each in a thread of its own; ours and bare take turns. */
export async function measureDeferredTurns(setting: Setting): Promise<Row[]> {
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of round % 2 === 0 ? [OURS, BARE] : [BARE, OURS]) {
      const loop = await closedLoop(USERS, SECONDS * setting.scale, (user) => deferredTurn(setting, target, user));
      rates[target.name].push(loop.done.length / loop.seconds);
    }
  }
  return [
    {
      what: `deferred-tool turns per second, ${USERS} users`,
      unit: "",
      ours: median(rates.ours),
      other: median(rates.bare),
      aim: { atLeast: 1 },
    },
  ];
}
