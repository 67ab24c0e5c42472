"use client";

import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import type { OpenedThread } from "../chat-ui/opened-thread";
import { ThreadPage } from "../chat-ui/thread-page";
import { OrderDesk } from "../order-desk/order-desk";

const CopilotThread = dynamic(() => import("./copilot-thread"), { ssr: false, loading: Loading });

function Loading() {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end px-4 pb-6 sm:px-6">
      <p role="status" data-status="submitted" className="text-xs text-muted-foreground">
        Loading CopilotKit…
      </p>
    </div>
  );
}

/** The page `/copilotkit/{threadId}`: the thread on CopilotKit's chat and hooks, beside the desk that the agent works on. */
export function CopilotKitClient({ threadId, models }: OpenedThread) {
  const [ready, setReady] = useState(false);
  const [results, setResults] = useState(0);
  const onReady = useCallback(() => setReady(true), []);
  return (
    <ThreadPage
      threadId={threadId}
      client="copilotkit"
      ready={ready}
      desk={<OrderDesk refreshKey={results} />}
      conversation={<CopilotThread threadId={threadId} models={models} onReady={onReady} onResults={setResults} />}
    />
  );
}
