import { cn } from "../ui/cn";
import type { ViewStatus } from "./view";

const dots: Record<ViewStatus, string> = {
  ready: "bg-success",
  submitted: "bg-primary animate-pulse",
  streaming: "bg-primary animate-pulse",
  error: "bg-danger",
};

/**
 * The state of the conversation, in words and for machines (`data-status`). Announced politely, and only when the
 * words change, so a screen reader hears that an answer began, asks something or ended, not every word of it.
 */
export function StatusLine({ status, text, waiting }: { status: ViewStatus; text: string; waiting: boolean }) {
  return (
    <p
      role="status"
      data-status={status}
      className="flex min-h-5 items-center gap-2 px-1 text-xs text-muted-foreground"
    >
      <span
        aria-hidden
        className={cn("size-1.5 shrink-0 rounded-full", waiting && status === "ready" ? "bg-warning" : dots[status])}
      />
      {text}
    </p>
  );
}
