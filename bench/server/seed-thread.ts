import { createMessage, resultMessage } from "@/lib/agent/conversation";
import type { AgentRun, AgentTypes } from "@/lib/agent/events";
import type { Message } from "@/lib/agent/messages";
import { archiveOldTurns } from "@/lib/agent/window";
import { createId } from "@/lib/ids";
import { server } from "@/lib/server";
import type { RunChange } from "@/lib/workflow/store";
import type { ThreadRef } from "@/lib/workflow/types";

/**
 * Gives a thread the history of a long conversation: turns of four messages (question, call, result, answer), each with
 * its completed run, and the oldest moved out of the model's window as the agent would have moved them.
 */
export async function seedThread(ref: ThreadRef, count: number): Promise<void> {
  const { agent, store } = await server();
  const turns = Math.floor(count / 4);
  const messages: Message[] = [];
  const runs: AgentRun[] = [];
  let window: Message[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    const archived = new Set(archiveOldTurns(window, agent.definition).map((message) => message.id));
    for (const message of messages) if (archived.has(message.id)) message.archived = true;
    const run = completedRun(ref, agent.definition.name, turn);
    const added = turnMessages(run, turn);
    messages.push(...added);
    window = [...window.filter((message) => !archived.has(message.id)), ...added];
    runs.push(run);
  }
  const changes = runs.map(
    (run): RunChange<AgentTypes> => ({
      run,
      insert: true,
      events: [],
      records: messages.filter((message) => message.runId === run.runId),
    }),
  );
  await store.transact(ref, {}, () => ({ result: undefined, changes, title: `A thread of ${count} messages` }));
}

function turnMessages({ runId, key, data }: AgentRun, turn: number): Message[] {
  const seq = (turn - 1) * 4;
  const call = { callId: `seed_${turn}`, toolName: "read_title" };
  const { messageId } = data;
  const said = (id: string, n: number, blocks: Message["blocks"]) =>
    createMessage({ id, role: n === 1 ? "user" : "assistant", seq: seq + n, step: n === 1 ? 0 : n, runId, blocks });
  return [
    said(key, 1, [{ type: "text", text: `Question ${turn}: what is the title of this page?` }]),
    said(messageId, 2, [
      { type: "text", text: "I will read the title of the page." },
      { type: "tool-call", ...call, input: {}, kind: "frontend" },
    ]),
    resultMessage(call, { type: "result", value: "Order desk" }, { seq: seq + 3, step: 3, runId }),
    said(`${messageId}_2`, 4, [{ type: "text", text: 'The title of the page is "Order desk".' }]),
  ];
}

function completedRun({ threadId }: ThreadRef, workflow: string, turn: number): AgentRun {
  const now = new Date().toISOString();
  const key = createId("msg");
  return {
    status: "completed",
    retained: false,
    runId: createId("run"),
    threadId,
    key,
    workflow,
    data: { messageId: createId("msg"), questionId: key, model: "demo", mode: "stream", catalog: null },
    attempt: 2,
    step: 6,
    lastEvent: turn * 30,
    committedEvent: turn * 30,
    firstEvent: (turn - 1) * 30,
    lastRecord: turn * 4,
    cursor: {
      event: { type: "end" },
      state: { catalog: null, offered: [], toolRuns: {}, steps: 2, invalidCalls: 0, opening: [], context: [] },
      answered: null,
    },
    startedAt: now,
    endedAt: now,
  };
}
