import { CircleAlert, LoaderCircle, type LucideIcon, ShieldQuestionMark } from "lucide-react";
import type { ThreadRow } from "@/lib/protocols/native/responses.schema";
import { cn } from "../ui/cn";

interface Badge {
  text: string;
  Icon: LucideIcon;
  tone: string;
  spin?: boolean;
}

/** What a person should know about a thread without opening it; nothing where all is well. */
export function badgeOf({ status, dead, waiting }: Pick<ThreadRow, "status" | "dead" | "waiting">): Badge | null {
  if (dead) return { text: "Broke off", Icon: CircleAlert, tone: "text-danger" };
  if (status === "running") return { text: "Running", Icon: LoaderCircle, tone: "text-primary", spin: true };
  if (waiting > 0) return { text: "Waiting for you", Icon: ShieldQuestionMark, tone: "text-warning" };
  if (status === "failed") return { text: "Failed", Icon: CircleAlert, tone: "text-danger" };
  return null;
}

export function ThreadBadge({ row }: { row: ThreadRow }) {
  const badge = badgeOf(row);
  if (!badge) return null;
  const { Icon, text, tone, spin } = badge;
  return (
    <span className={cn("flex items-center gap-1 text-xs", tone)}>
      <Icon aria-hidden className={cn("size-3.5 shrink-0", spin && "animate-spin")} />
      {text}
    </span>
  );
}
