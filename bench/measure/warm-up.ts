import { closedLoop } from "../load/closed-loop";
import { ask, BARE, newConversation, OURS } from "../load/turns";
import { deferredTurn } from "./deferred-turns";
import { type Setting, userOf } from "./setting";

const USERS = 10;
const SECONDS = 3;

/** Lets the server load what it needs and the engine optimise it, on both routes alike. */
export async function warmUp(setting: Setting): Promise<void> {
  for (const target of [OURS, BARE]) {
    await closedLoop(USERS, (SECONDS / 2) * setting.scale, (user) => deferredTurn(setting, target, user));
    await closedLoop(USERS, (SECONDS / 2) * setting.scale, (user) =>
      ask(userOf(setting, user), target, newConversation(), "Tell a long story in several languages"),
    );
  }
}
