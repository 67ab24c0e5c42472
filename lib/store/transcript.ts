import type { AgentRun } from "../agent/events";
import { outcomesByCall, type ToolOutcome } from "../agent/messages";
import type { AgentStore } from "../agent/store";
import { AppError } from "../errors";
import type { ThreadRef } from "../workflow/types";
import type { Executor } from "./db/database";
import { statement } from "./db/statement";
import { type MessageRow, selectMessages, toMessages } from "./message-row";
import { type RunRow, selectRun, toRun } from "./run-row";
import { checkOwner, checkRef } from "./snapshot";
import { isStorableId } from "./storable";

const DEFAULT_LIMIT = 50;

/** @throws AppError `not-found`; `invalid-input` when `before` is no message of the thread */
export async function loadAll(
  executor: Executor,
  ref: ThreadRef,
  { limit = DEFAULT_LIMIT, before }: { limit?: number; before?: string } = {},
): ReturnType<AgentStore["loadAll"]> {
  checkRef(ref);
  const known = before === undefined || isStorableId(before);
  const [row] = await executor.query<{ owner_id: string; before: number | null; messages: MessageRow[] | null }>(
    statement("transcript", (param) => {
      const mark =
        before === undefined
          ? "null::int"
          : `(select seq from messages where thread_pk = threads.pk and id = ${param(known ? before : "", "text")})`;
      const shown = `thread_pk = t.pk and superseded_by is null${before === undefined ? "" : " and seq < t.before"}`;
      return `select t.owner_id, t.before,
          (${selectMessages(`${shown} order by seq desc limit ${param(limit + 1, "int")}`)}) as messages
        from (select pk, owner_id, ${mark} as before from threads where id = ${param(ref.threadId, "text")}) t`;
    }),
  );
  if (!row) return { messages: [], more: false };
  checkOwner(row, ref);
  if (before !== undefined && row.before === null) {
    throw new AppError("invalid-input", "before: there is no stored message with this id.");
  }
  const messages = toMessages(row.messages);
  return { messages: messages.slice(-limit), more: messages.length > limit };
}

/**
 * Outcomes that the transcript holds, and those accepted for the latest run that its next step has yet to store.
 *
 * @throws AppError `not-found`
 */
export async function findOutcomes(
  executor: Executor,
  ref: ThreadRef,
  callIds: string[],
): Promise<Record<string, ToolOutcome>> {
  checkRef(ref);
  const [row] = await executor.query<{ owner_id: string; run: RunRow | null; messages: MessageRow[] | null }>(
    statement("outcomes", (param) => {
      const named = `call_id = any(${param(callIds.filter(isStorableId), "text[]")})`;
      const results = selectMessages(`thread_pk = t.pk and ${named} and superseded_by is null`);
      return `select t.owner_id, row_to_json(run) as run, (${results}) as messages
        from threads t left join lateral (${selectRun("t.pk")}) run on true
        where t.id = ${param(ref.threadId, "text")}`;
    }),
  );
  if (!row) return {};
  checkOwner(row, ref);
  const accepted = row.run ? acceptedOutcomes(toRun(row.run, ref.threadId)) : [];
  const outcomes = new Map([...accepted, ...outcomesByCall(toMessages(row.messages))]);
  return Object.fromEntries([...outcomes].filter(([callId]) => callIds.includes(callId)));
}

function acceptedOutcomes(run: AgentRun): [string, ToolOutcome][] {
  const answers = {
    ...run.cursor.answered?.answers,
    ...(run.status === "suspended" ? run.interrupt.answers : {}),
  };
  return Object.entries(answers).flatMap(([callId, answer]) =>
    answer.type === "outcome" ? [[callId, answer.outcome] satisfies [string, ToolOutcome]] : [],
  );
}

/**
 * Call ids that have a result in the thread, or were called by a run that has not completed: a completed run's calls
 * all have results.
 *
 * @throws AppError `not-found`
 */
export async function findUsedCallIds(executor: Executor, ref: ThreadRef, callIds: string[]): Promise<string[]> {
  checkRef(ref);
  const [row] = await executor.query<{ owner_id: string; used: string[] | null }>(
    statement("used call ids", (param) => {
      const open = "select id from runs where thread_pk = t.pk and status <> 'completed'";
      // Blocks are searched as the text that they are: the id stands there as JSON writes it.
      const used = `select 1 from messages m where m.thread_pk = t.pk and m.call_id = given.id
        union all select 1 from messages m where m.thread_pk = t.pk and m.role = 'assistant' and m.run_id in (${open})
          and strpos(m.blocks::text, '"callId":' || to_json(given.id)::text) > 0`;
      return `select t.owner_id, (select json_agg(id) from unnest(${param(callIds.filter(isStorableId), "text[]")}) as given(id)
          where exists (${used})) as used
        from threads t where t.id = ${param(ref.threadId, "text")}`;
    }),
  );
  if (!row) return [];
  checkOwner(row, ref);
  return row.used ?? [];
}
