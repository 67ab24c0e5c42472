import { CircleAlert, RotateCw, X } from "lucide-react";
import { Button } from "../ui/button";
import type { ViewProblem } from "./view";

/** Says what went wrong and what to do, with a retry where one makes sense. */
export function ErrorBanner({
  problem,
  disabled,
  onRetry,
  onDismiss,
}: {
  problem: ViewProblem;
  disabled?: boolean;
  onRetry(): void;
  onDismiss(): void;
}) {
  return (
    <div
      role="alert"
      className="flex items-start gap-x-2.5 rounded-xl border border-danger/40 bg-danger/8 px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-end gap-x-2.5 gap-y-2">
        <div className="min-w-0 grow basis-72">
          <p className="wrap-anywhere font-medium">{problem.title}</p>
          <p className="wrap-anywhere text-muted-foreground">{problem.advice}</p>
          {problem.requestId && (
            <p className="wrap-anywhere mt-0.5 text-xs text-muted-foreground">
              Request <code>{problem.requestId}</code>
            </p>
          )}
        </div>
        {problem.retry && (
          <Button onClick={onRetry} disabled={disabled} className="shrink-0">
            <RotateCw aria-hidden className="size-3.5" />
            Retry
          </Button>
        )}
      </div>
      <Button variant="ghost" onClick={onDismiss} disabled={disabled} className="-my-1 -mr-2 shrink-0 px-2">
        <X aria-hidden className="size-4" />
        <span className="sr-only">Dismiss</span>
      </Button>
    </div>
  );
}
