import { CircleCheck, CircleDashed, CirclePause, CircleSlash, CircleX, HeartOff, type LucideIcon } from "lucide-react";
import type { RunInfo } from "../thread-api/threads";
import { cn } from "../ui/cn";

type Look = { Icon: LucideIcon; tone: string; text: string };

const looks: Record<RunInfo["status"] | "dead", Look> = {
  running: { Icon: CircleDashed, tone: "text-primary", text: "Running" },
  suspended: { Icon: CirclePause, tone: "text-warning", text: "Waiting" },
  completed: { Icon: CircleCheck, tone: "text-success", text: "Completed" },
  failed: { Icon: CircleX, tone: "text-danger", text: "Failed" },
  cancelled: { Icon: CircleSlash, tone: "text-muted-foreground", text: "Cancelled" },
  dead: { Icon: HeartOff, tone: "text-danger", text: "Looks dead" },
};

/** How a run stands, as icon and words. */
export function RunStatus({ status }: { status: RunInfo["status"] | "dead" }) {
  const { Icon, tone, text } = looks[status];
  return (
    <span data-run-status={status} className={cn("inline-flex items-center gap-1.5 font-medium", tone)}>
      <Icon aria-hidden className={cn("size-4 shrink-0", status === "running" && "animate-spin")} />
      {text}
    </span>
  );
}
