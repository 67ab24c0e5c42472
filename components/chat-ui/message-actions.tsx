import { Pencil, RefreshCw } from "lucide-react";
import type { RefObject } from "react";
import { cn } from "../ui/cn";
import { IconButton } from "../ui/icon-button";
import { CopyButton } from "./copy-button";
import { UsageButton } from "./usage-button";

/** Buttons below a message: there for the keyboard and for fingers, else while the pointer is over it. */
export function MessageActions({
  copyLabel,
  text,
  disabled,
  edit,
  onEdit,
  onRegenerate,
  usageOf,
}: {
  copyLabel: string;
  /** What is copied. */
  text: string;
  disabled: boolean;
  /** The button that opens the form: the focus comes back to it. */
  edit?: RefObject<HTMLButtonElement | null>;
  onEdit?: () => void;
  onRegenerate?: (() => void) | null | undefined;
  usageOf?: { threadId: string; messageId: string } | undefined;
}) {
  return (
    <div
      className={cn(
        "flex opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100",
        onEdit ? "-mt-1.5" : "-mt-2 -ml-2",
      )}
    >
      <CopyButton label={copyLabel} text={() => text} />
      {onEdit && (
        <IconButton ref={edit} label="Edit message" disabled={disabled} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      )}
      {onRegenerate && (
        <IconButton label="Answer again" onClick={onRegenerate}>
          <RefreshCw aria-hidden className="size-4" />
        </IconButton>
      )}
      {usageOf && <UsageButton {...usageOf} />}
    </div>
  );
}
