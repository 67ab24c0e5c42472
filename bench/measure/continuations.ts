import { randomUUID } from "node:crypto";
import type { UIMessage } from "ai";
import { answerCall, ask, BARE, newConversation, OURS, type Target } from "../load/turns";
import { median } from "../numbers";
import type { Row } from "../row";
import { DEFERRED_QUESTION, TITLE } from "./deferred-turns";
import { askDatabase, type Setting, userOf } from "./setting";

const SIZES = [10, 2000] as const;
const REPEATS = 40;
/** Threads of each size: turns make a thread longer, so a short one is used once. */
const THREADS = { 10: REPEATS, 2000: 2 } as const;

/** How long the second request of a deferred-tool turn takes on a short and on a long thread, one at a time. */
export async function measureContinuations(setting: Setting): Promise<Row[]> {
  const repeats = Math.max(5, Math.round(REPEATS * setting.scale));
  const times = {
    ours: { 10: [] as number[], 2000: [] as number[] },
    bare: { 10: [] as number[], 2000: [] as number[] },
  };
  const threads = { 10: await seed(setting, 10), 2000: await seed(setting, 2000) };
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const size of SIZES) {
      const threadId = threads[size][repeat % threads[size].length] ?? "";
      times.ours[size].push(await continueThread(setting, OURS, { threadId, history: [] }));
      times.bare[size].push(await continueThread(setting, BARE, { threadId, history: toHistory(size) }));
    }
  }
  const row = (target: Target): Row => ({
    what: `continuation on 2,000 messages beside 10, ${target.name}`,
    unit: "ms, p50",
    ours: median(times[target.name][2000]),
    other: median(times[target.name][10]),
  });
  return [
    { ...row(OURS), aim: { atMost: 1.3 } },
    row(BARE),
    {
      what: "continuation on 2,000 messages, ours beside bare",
      unit: "ms, p50",
      ours: median(times.ours[2000]),
      other: median(times.bare[2000]),
    },
  ];
}

async function continueThread(setting: Setting, target: Target, conversation: ReturnType<typeof newConversation>) {
  const client = userOf(setting, 0);
  const asked = await ask(client, target, conversation, DEFERRED_QUESTION);
  return (await answerCall(client, target, conversation, asked, TITLE)).totalMs;
}

async function seed(setting: Setting, messages: 10 | 2000): Promise<string[]> {
  const ids = Array.from({ length: THREADS[messages] }, () => newConversation().threadId);
  for (const threadId of ids) await askDatabase(setting, { task: "seed", threadId, messages });
  return ids;
}

/** The same conversation as the seeded one, as a client of the bare route has to send it. */
function toHistory(messages: number): UIMessage[] {
  return Array.from({ length: Math.floor(messages / 4) }, (_, index): UIMessage[] => {
    const turn = index + 1;
    const call = { type: "tool-read_title" as const, toolCallId: `seed_${turn}`, input: {} };
    return [
      {
        id: randomUUID(),
        role: "user",
        parts: [{ type: "text", text: `Question ${turn}: what is the title of this page?` }],
      },
      {
        id: randomUUID(),
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "text", text: "I will read the title of the page." },
          { ...call, state: "output-available", output: TITLE },
          { type: "step-start" },
          { type: "text", text: 'The title of the page is "Order desk".' },
        ],
      },
    ];
  }).flat();
}
