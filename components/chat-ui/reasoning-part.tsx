import { Brain, ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "../ui/cn";
import type { ViewReasoningPart } from "./view";

/** The model's reasoning: open while it streams, folded afterwards, and from the reader's first click on as they like. */
export function ReasoningPart({ part }: { part: ViewReasoningPart }) {
  const [choice, setChoice] = useState<boolean>();
  const open = choice ?? part.streaming;
  return (
    <div data-part="reasoning" className="text-sm text-muted-foreground">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChoice(!open)}
        className="-ml-1 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 hover:text-foreground pointer-coarse:min-h-11"
      >
        <Brain aria-hidden className="size-4" />
        {part.streaming ? "Thinking…" : "Thought"}
        <ChevronRight aria-hidden className={cn("size-4 transition-transform", open && "rotate-90")} />
      </button>
      <div hidden={!open} className="wrap-anywhere mt-1 border-l-2 pl-3 leading-relaxed whitespace-pre-wrap">
        {part.text}
      </div>
    </div>
  );
}
