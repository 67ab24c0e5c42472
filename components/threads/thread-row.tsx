import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ThreadRow as Row } from "@/lib/protocols/native/responses.schema";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { IconButton } from "../ui/icon-button";
import { RenameForm } from "./rename-form";
import { ThreadBadge } from "./thread-badge";

type Mode = "closed" | "options" | "rename" | "delete";

/** One thread of the list: opens it, and on request renames or deletes it, in place. */
export function ThreadRow({
  row,
  href,
  current,
  onOpen,
  onRename,
  onDelete,
}: {
  row: Row;
  href: string;
  current: boolean;
  onOpen(): void;
  /** Rejects with what a person reads. */
  onRename(title: string): Promise<void>;
  onDelete(): Promise<void>;
}) {
  const [mode, setMode] = useState<Mode>("closed");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const options = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const panelId = useId();

  async function remove() {
    const row = item.current;
    const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("nav");
    await onDelete();
    // This row goes with the button that was pressed, and the keyboard would be nowhere.
    next?.querySelector<HTMLElement>("a, button")?.focus();
  }

  function close() {
    setMode("closed");
    setProblem(null);
    options.current?.focus();
  }

  async function attempt(act: () => Promise<void>, done?: () => void) {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      done?.();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || mode === "closed") return;
    // Inside the drawer, Escape would close that as well.
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  return (
    <li
      ref={item}
      onKeyDown={onKeyDown}
      className={cn("group/row rounded-lg", current || mode !== "closed" ? "bg-muted" : "hover:bg-muted/60")}
    >
      <div className="flex items-center pr-1">
        <Link
          href={href}
          prefetch={false}
          aria-current={current ? "page" : undefined}
          onClick={onOpen}
          className="flex min-h-10 min-w-0 flex-1 flex-col justify-center rounded-lg py-1.5 pl-2.5 text-sm -outline-offset-2 pointer-coarse:min-h-11"
        >
          <span id={titleId} className={cn("truncate", current && "font-medium")} title={row.title}>
            {row.title}
          </span>
          <ThreadBadge row={row} />
        </Link>
        <IconButton
          ref={options}
          label="Options"
          aria-describedby={titleId}
          aria-expanded={mode !== "closed"}
          aria-controls={mode === "closed" ? undefined : panelId}
          onClick={() => (mode === "closed" ? setMode("options") : close())}
          className={cn(
            "shrink-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100",
            mode === "closed" && !current && "opacity-0",
          )}
        >
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      </div>
      {mode !== "closed" && (
        <div id={panelId} className="px-2.5 pb-2">
          {mode === "options" && (
            <Panel>
              <Button onClick={() => setMode("rename")} className="flex-1">
                <Pencil aria-hidden className="size-3.5" />
                Rename
              </Button>
              <Button variant="danger" onClick={() => setMode("delete")} className="flex-1">
                <Trash2 aria-hidden className="size-3.5" />
                Delete
              </Button>
            </Panel>
          )}
          {mode === "rename" && (
            <RenameForm
              title={row.title}
              busy={busy}
              onCancel={close}
              onRename={(title) => void attempt(() => onRename(title), close)}
            />
          )}
          {mode === "delete" && (
            <>
              <p className="pb-1.5 text-xs text-muted-foreground">The conversation and its run go for good.</p>
              <Panel>
                <Button variant="danger" disabled={busy} onClick={() => void attempt(remove)} className="flex-1">
                  {busy ? "Deleting…" : "Delete for good"}
                </Button>
                <Button disabled={busy} onClick={close} className="flex-1">
                  Keep
                </Button>
              </Panel>
            </>
          )}
          {problem && (
            <p role="alert" className="wrap-anywhere pt-1.5 text-xs text-danger">
              {problem}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

/** Buttons that took the place of the one that was pressed: the keyboard goes on at the first of them. */
function Panel({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={element} className="flex gap-1.5">
      {children}
    </div>
  );
}
