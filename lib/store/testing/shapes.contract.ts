import { describe, expect, it } from "vitest";
import type { AgentRun } from "../../agent/events";
import golden from "../golden/v1.json";
import { type LogRow, toEvents } from "../log-row";
import { type MessageRow, toMessage } from "../message-row";
import { toRun } from "../run-row";
import { aRef, aRun, change, start } from "./fixtures";
import type { Subject } from "./subject";

interface Written {
  run: unknown;
  messages: unknown[];
  log: unknown;
}

export function describeShapes(subject: Subject): void {
  describe("stored shapes", () => {
    it("what is stored looks like the golden file of its version", async () => {
      const ref = aRef();
      // The golden ids belong to one thread of one database; a run's id belongs to all threads.
      const { runId } = aRun(ref);
      const own = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("run_1", runId));
      const run: AgentRun = toRun(own(golden.run), ref.threadId);
      const messages = own(golden.messages as MessageRow[]).map(toMessage);
      const events = toEvents(own(golden.log as LogRow));
      await start(subject.store, ref, aRun(ref, { ...run, status: "running" } as Partial<ReturnType<typeof aRun>>));
      await change(subject.store, ref, run, { records: messages, events });
      const [written] = await subject.database.query<Written>({
        name: "test: written",
        text: `select (select row_to_json(r) from (select attempt, step, last_event, committed_event, first_event, last_record,
            v, retained, stop_requested, id, key, workflow, status, data, cursor, interrupt, error
          from runs where id = $1::text) r) as run,
        (select json_agg(m order by m.seq) from (select seq, step, v, in_context, archived, id, run_id, role, call_id,
            superseded_by, blocks from messages where run_id = $1::text) m) as messages,
        (select row_to_json(l) from (select first_number, step, v, run_id, events from run_log where run_id = $1::text) l)
          as log`,
        values: [runId],
      });
      const { row_version: _version, silent_seconds: _silent, first_record: _first, ...columns } = own(golden.run);
      const { started_at: _started, heartbeat_at: _heartbeat, ended_at: _ended, ...expected } = columns;
      expect(written?.run).toEqual(expected);
      expect(written?.messages).toEqual(own(golden.messages).map(({ created_at: _created, ...message }) => message));
      expect(written?.log).toEqual(own(golden.log));
    });
  });
}
