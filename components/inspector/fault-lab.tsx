import { PlugZap } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Inspected } from "@/lib/protocols/native/responses.schema";
import { TextBlock } from "../chat-ui/value-view";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import type { CallLife } from "./call-lives";
import { type Fault, toFaults } from "./fault-requests";
import { formatDuration } from "./format-duration";
import { type FaultAnswer, sendFault } from "./send-fault";

/** How long the page stays away after it has cut its connection. */
const AWAY_MS = 2000;
/** How long it is watched what then comes. */
const CATCH_UP_MS = 1000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

type Entry = { id: number; label: string } & ({ answer: FaultAnswer } | { note: string });

/** Breaks what the inspector shows, in ways that clients and networks do, and shows how the server answers. */
export function FaultLab({
  inspected,
  calls,
  ready,
  lastNumber,
  onDrop,
  onReconnect,
  onSent,
}: {
  inspected: Inspected;
  calls: readonly CallLife[];
  ready: boolean;
  lastNumber: number;
  onDrop(): number;
  onReconnect(): void;
  /** Something was sent: the run may be another one now. */
  onSent(): void;
}) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const last = useRef(lastNumber);
  useEffect(() => {
    last.current = lastNumber;
  }, [lastNumber]);
  const faults = toFaults(inspected, calls);
  const add = (entry: Omit<Entry, "id">) => setEntries((known) => [{ ...entry, id: known.length } as Entry, ...known]);

  async function cause({ id, label, requests }: Fault) {
    setBusy(id);
    await sendFault(requests, (answer) => {
      add({ label, answer } as Entry);
      onSent();
    }).finally(() => setBusy(null));
  }

  async function drop() {
    const note = (text: string) => add({ label: "Drop the connection", note: text } as Entry);
    setBusy("drop");
    const left = onDrop();
    note(`Left at event ${left}. The run goes on without this reader.`);
    await pause(AWAY_MS);
    onReconnect();
    await pause(CATCH_UP_MS);
    const came = last.current > left ? `events ${left + 1}–${last.current} came` : "nothing had happened meanwhile";
    note(`Reconnected with after=${left}: ${came}.`);
    setBusy(null);
  }

  return (
    <div className="space-y-3">
      <p className="text-muted-foreground">
        These are real requests to the thread above. An answer that is accepted really answers the run.
      </p>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
        {faults.map((fault) => (
          <FaultButton
            key={fault.id}
            label={fault.label}
            hint={fault.requests.length > 0 ? fault.hint : fault.unavailable}
            disabled={!ready || busy !== null || fault.requests.length === 0}
            onPress={() => void cause(fault)}
          />
        ))}
        <FaultButton
          label="Drop the connection"
          hint={`Cuts this page's own stream at event ${lastNumber}, and reads on two seconds later.`}
          disabled={!ready || busy !== null}
          onPress={() => void drop()}
        />
      </ul>
      {/* The answers are long: what is said aloud is only how each of them went. */}
      <p role="status" className="sr-only">
        {entries[0] && summaryOf(entries[0])}
      </p>
      <div className="space-y-2">
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} />
        ))}
      </div>
    </div>
  );
}

function FaultButton(props: { label: string; hint: string; disabled: boolean; onPress(): void }) {
  return (
    <li className="flex flex-col items-start gap-1">
      <Button onClick={props.onPress} disabled={props.disabled} className="w-full justify-start">
        <PlugZap aria-hidden className="size-3.5 shrink-0" />
        {props.label}
      </Button>
      <span className="text-xs text-muted-foreground">{props.hint}</span>
    </li>
  );
}

function EntryView({ entry }: { entry: Entry }) {
  if ("note" in entry) {
    return (
      <p className="border-l-2 pl-3">
        <span className="font-medium">{entry.label}:</span> {entry.note}
      </p>
    );
  }
  const { request, status, body, milliseconds } = entry.answer;
  return (
    <div
      data-fault-status={status ?? "none"}
      className={cn("space-y-1 border-l-2 pl-3", status !== null && status < 300 ? "border-success" : "border-danger")}
    >
      <p className="flex flex-wrap gap-x-2">
        <span className="font-medium">{entry.label}</span>
        <span className="ml-auto tabular-nums">
          {status === null ? "no answer" : status}
          {codeOf(body)} <span className="text-muted-foreground">after {formatDuration(milliseconds)}</span>
        </span>
      </p>
      <TextBlock label="Request">{`POST ${request.path}\n${JSON.stringify(request.body)}`}</TextBlock>
      <TextBlock label="Answer">{typeof body === "string" ? body : JSON.stringify(body, null, 2)}</TextBlock>
    </div>
  );
}

function summaryOf(entry: Entry): string {
  if ("note" in entry) return entry.note;
  const { status, body } = entry.answer;
  return `${entry.label}: ${status ?? "no answer"}${codeOf(body)}`;
}

function codeOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("error" in body)) return "";
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error ? ` ${String(error.code)}` : "";
}
