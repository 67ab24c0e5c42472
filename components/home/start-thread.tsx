"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Composer } from "../chat-ui/composer";
import { demoSuggestions } from "../chat-ui/demo-suggestions";
import type { ModelOffer } from "../chat-ui/model-offer";
import { Suggestions } from "../chat-ui/suggestions";
import { useHydrated } from "../shell/hydrated";
import { leaveFirstMessage } from "./first-message";
import { newThreadId } from "./new-thread-id";

const nothing = () => undefined;

/** Starts a thread with what is written or chosen, in the first client. */
export function StartThread({ models }: { models?: Omit<ModelOffer, "threadId"> | undefined }) {
  const router = useRouter();
  const ready = useHydrated();
  const [threadId] = useState(newThreadId);
  const [draft, setDraft] = useState("");
  const [leaving, setLeaving] = useState(false);

  function start(text: string) {
    // A second click while the page changes would begin a second thread.
    if (leaving) return;
    setLeaving(true);
    leaveFirstMessage(threadId, text);
    router.push(`/chat/${threadId}`);
  }

  return (
    <div className="flex flex-col gap-2">
      <Composer
        draft={draft}
        models={models && { ...models, threadId }}
        onDraftChange={setDraft}
        onSend={start}
        onStop={nothing}
        disabled={!ready || leaving}
        canStop={false}
        stopping={false}
        busy={false}
        cancels={false}
      />
      <Suggestions
        heading="Or try one pattern"
        suggestions={demoSuggestions}
        disabled={!ready || leaving}
        onChoose={start}
      />
    </div>
  );
}
