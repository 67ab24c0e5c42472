import { Gauge } from "lucide-react";
import { useState } from "react";
import { createSessionFetch, requestJson } from "../thread-api/request";
import { IconButton } from "../ui/icon-button";

/** What `GET /api/threads/{threadId}/usage` says of a run. */
interface RunUsage {
  steps: number;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** The usage in words. */
export function usageText({ steps, inputTokens, outputTokens }: RunUsage): string {
  const count = (tokens: number | null) => (tokens === null ? "?" : tokens.toLocaleString("en-US"));
  if (steps === 0) return "The log of this answer is gone.";
  const tokens =
    inputTokens === null && outputTokens === null
      ? "the model reports no tokens"
      : `${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
  return `${steps === 1 ? "1 model step" : `${steps} model steps`}: ${tokens}`;
}

/** Says on request what an answer has used. Not before: it is read from the run's log. */
export function UsageButton({ threadId, messageId }: { threadId: string; messageId: string }) {
  const [text, setText] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);

  async function show() {
    setLoading(true);
    try {
      const path = `/api/threads/${encodeURIComponent(threadId)}/usage?messageId=${encodeURIComponent(messageId)}`;
      setText(usageText((await requestJson(createSessionFetch(), path, { cache: "no-store" })) as RunUsage));
    } catch {
      setText("The usage could not be loaded.");
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <IconButton label="Usage" aria-busy={loading} onClick={() => (text === null ? void show() : setText(null))}>
        <Gauge aria-hidden className="size-4" />
      </IconButton>
      <span role="status" className="self-center px-1 text-xs text-muted-foreground tabular-nums">
        {text}
      </span>
    </>
  );
}
