import Link from "next/link";
import { Arguments } from "../chat-ui/value-view";
import type { RunInfo } from "../thread-api/threads";
import { Nothing } from "./section";

const NEEDS = {
  approval: "A person decides.",
  "tool-results": "A page that is open on this thread runs the calls, or a person answers them.",
  event: "An event has to come in.",
  timer: "A moment has to come.",
} as const;

/** What the run waits for now, and who has answered what. */
export function WaitCard({ threadId, run }: { threadId: string; run: RunInfo | null }) {
  const wait = run?.status === "suspended" ? run.interrupt : null;
  if (!wait) return <Nothing>The run waits for nothing.</Nothing>;
  return (
    <div className="space-y-3">
      <p>
        <span className="font-medium">{wait.type}</span>{" "}
        <code className="wrap-anywhere text-xs text-muted-foreground">{wait.id}</code>
        <br />
        <span className="text-muted-foreground">{NEEDS[wait.type]}</span>
      </p>
      <ul className="space-y-2">
        {wait.calls.map((call) => (
          <li key={call.callId} className="space-y-1 border-l-2 border-warning pl-3">
            <p className="flex flex-wrap gap-x-2">
              <code className="font-medium">{call.toolName}</code>
              <span className="ml-auto text-xs text-muted-foreground">{call.outcome ? "answered" : "open"}</span>
            </p>
            <Arguments input={call.input} />
            {call.reason && <p className="text-xs text-muted-foreground">{call.reason}</p>}
            {call.outcome !== undefined && (
              <p className="wrap-anywhere text-xs text-muted-foreground">{JSON.stringify(call.outcome)}</p>
            )}
          </li>
        ))}
      </ul>
      <Link
        href={`/chat/${encodeURIComponent(threadId)}`}
        className="inline-flex min-h-6 items-center underline underline-offset-4 pointer-coarse:min-h-11"
      >
        Answer it in the chat
      </Link>
    </div>
  );
}
