import { useEffect, useState } from "react";
import type { StepPrompt } from "@/lib/protocols/native/responses.schema";
import { TextBlock } from "../chat-ui/value-view";
import { createSessionFetch } from "../thread-api/request";
import { loadPrompt } from "./inspector-api";

const sessionFetch = createSessionFetch();

/** What the model saw at a step, asked for when it is opened. */
export function PromptView({ threadId, messageId }: { threadId: string; messageId: string }) {
  const [seen, setSeen] = useState<StepPrompt | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    loadPrompt(sessionFetch, threadId, messageId).then(
      (prompt) => !gone && setSeen(prompt),
      (error: unknown) => !gone && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
    };
  }, [threadId, messageId]);

  if (problem) return <p className="text-danger">{problem}</p>;
  if (!seen) return <p className="text-muted-foreground">Loading…</p>;
  return (
    <div className="space-y-2">
      <p className="text-xs text-muted-foreground">
        Computed again from stored history, as the step itself does it.
        {!seen.complete && " Of this earlier run its turn context and its client's own tools are not known any more."}
      </p>
      <ol className="space-y-2">
        {seen.prompt.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a prompt is shown once and never reordered
          <li key={index}>
            <TextBlock label={`Prompt message ${index + 1}: ${message.role}`}>
              {`${message.role}\n${textOf(message)}`}
            </TextBlock>
          </li>
        ))}
      </ol>
      <p className="wrap-anywhere text-xs text-muted-foreground">Tools on offer: {seen.tools.join(", ") || "none"}</p>
    </div>
  );
}

function textOf({ content }: StepPrompt["prompt"][number]): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => (part.type === "text" && typeof part.text === "string" ? part.text : JSON.stringify(part, null, 2)))
    .join("\n");
}
