import {
  Ban,
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  ShieldQuestionMark,
} from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../ui/cn";
import { type ToolStatus, toolStatus } from "./tool-status";
import { Arguments, Result } from "./value-view";
import type { ViewToolPart } from "./view";

const icons: Record<ToolStatus["kind"], { Icon: LucideIcon; tone: string; spin?: boolean }> = {
  preparing: { Icon: LoaderCircle, tone: "text-muted-foreground", spin: true },
  running: { Icon: LoaderCircle, tone: "text-primary", spin: true },
  held: { Icon: CirclePause, tone: "text-muted-foreground" },
  waiting: { Icon: CirclePause, tone: "text-warning" },
  asking: { Icon: ShieldQuestionMark, tone: "text-warning" },
  done: { Icon: CircleCheck, tone: "text-success" },
  failed: { Icon: CircleAlert, tone: "text-danger" },
  cancelled: { Icon: Ban, tone: "text-muted-foreground" },
  rejected: { Icon: CircleX, tone: "text-danger" },
};

/** The frame that all cards share: tool name, state in an icon and in words, then whatever the card holds. */
export function CardFrame({
  part,
  label,
  children,
}: {
  part: ViewToolPart;
  /** Instead of the state's usual words. */
  label?: string;
  children?: ReactNode;
}) {
  const status = toolStatus(part);
  const { Icon, tone, spin } = icons[status.kind];
  const open = status.kind === "asking" || status.kind === "waiting";
  return (
    <div
      className={cn("rounded-xl border bg-card text-sm text-card-foreground", open && "border-warning/50 shadow-xs")}
    >
      <div className="flex min-h-9 items-center gap-2 px-3 py-1.5">
        <Icon aria-hidden className={cn("size-4 shrink-0", tone, spin && "animate-spin")} />
        <span className="wrap-anywhere font-mono text-[0.8125rem] font-medium">{part.toolName}</span>
        <span className={cn("ml-auto shrink-0 text-xs", open ? "font-medium text-warning" : "text-muted-foreground")}>
          {label ?? status.label}
        </span>
      </div>
      {children}
    </div>
  );
}

/** The body of a card; renders nothing around nothing. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 border-t px-3 py-2 empty:hidden">{children}</div>;
}

/** What was decided about a call, once it is over. A note knows better whose decision it was. */
export function Decision({ part }: { part: ViewToolPart }) {
  if (part.approval?.approved === undefined) return null;
  const { approved, reason } = part.approval;
  if (!reason && (part.note || !part.state.startsWith("output-"))) return null;
  return (
    <p className="wrap-anywhere text-muted-foreground">
      {approved ? "Approved" : "Rejected"}
      {reason ? `: ${reason}` : " by you"}
    </p>
  );
}

export function Note({ part }: { part: ViewToolPart }) {
  return part.note ? <p className="wrap-anywhere font-medium text-warning">{part.note}</p> : null;
}

/** A call in any state that asks nothing of a person. */
export function ToolCard({ part }: { part: ViewToolPart }) {
  return (
    <CardFrame part={part}>
      <CardBody>
        <Arguments input={part.input} />
        <Decision part={part} />
        {part.state === "output-available" && <Result output={part.output} />}
        {part.state === "output-error" && part.errorText && (
          <p className="wrap-anywhere text-danger">{part.errorText}</p>
        )}
        <Note part={part} />
      </CardBody>
    </CardFrame>
  );
}
