import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { isAnsweredByPerson } from "@/lib/browser-tools/tool-traits";
import { CANCELLED } from "../chat-ui/cancelled";
import { CardBody, CardFrame, Note } from "../chat-ui/tool-card";
import { ToolPart } from "../chat-ui/tool-part";
import { Arguments } from "../chat-ui/value-view";
import type { CallActions } from "../chat-ui/view";
import type { Answer } from "./inbox-api";
import type { InboxEntry } from "./inbox-state";
import { toToolPart } from "./to-tool-part";

/** One call: the card that the conversation would show, answered from here; or where to go, if only a page can run it. */
export function InboxCard({
  entry,
  disabled,
  onAnswer,
}: {
  entry: InboxEntry;
  disabled: boolean;
  onAnswer(entry: InboxEntry, answer: Answer): void;
}) {
  const part = toToolPart(entry);
  if (!entry.settled && entry.phase === "tool-results" && !isAnsweredByPerson(part.toolName)) {
    return (
      <CardFrame part={{ ...part, browser: "unstarted" }} label="Waiting for its page">
        <CardBody>
          <Arguments input={part.input} complete />
          <p className="text-muted-foreground">This tool runs in a browser, on the page of its conversation.</p>
          <Note part={part} />
          <Link
            href={`/chat/${encodeURIComponent(entry.threadId)}`}
            prefetch={false}
            className="inline-flex min-h-9 items-center gap-1.5 self-start font-medium text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Run it in the conversation
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </CardBody>
      </CardFrame>
    );
  }
  const actions: CallActions = {
    decide: (_callId, decision) => onAnswer(entry, { type: "decision", ...decision }),
    answer: (_callId, output) => onAnswer(entry, { type: "result", output }),
    cancel: () => onAnswer(entry, { type: "cancel", error: CANCELLED }),
    run: () => undefined,
  };
  return <ToolPart part={part} actions={actions} disabled={disabled || entry.sending} />;
}
