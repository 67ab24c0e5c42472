"use client";

import { useEffect } from "react";
import { PageFrame } from "@/components/shell/page-frame";
import { Button } from "@/components/ui/button";

/** For a page that could not be shown. The threads and their runs are not touched by that. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset(): void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <PageFrame>
      <div role="alert" className="mx-auto flex max-w-xl flex-col items-start gap-3 px-4 py-16 sm:px-6">
        <h1 className="text-2xl font-semibold tracking-tight">This page could not be shown</h1>
        <p className="text-muted-foreground">
          Runs go on without it, and nothing that was stored is lost. Try again; if it stays like this, reload the page.
          {error.digest && ` The server's log has the cause under ${error.digest}.`}
        </p>
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
      </div>
    </PageFrame>
  );
}
