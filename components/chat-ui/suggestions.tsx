import type { ReactNode } from "react";

export interface Suggestion {
  /** The pattern that it shows. */
  title: string;
  /** What is sent. */
  prompt: string;
}

/** What an empty conversation offers: one chip per pattern. */
export function Suggestions({
  heading,
  children,
  suggestions,
  disabled,
  onChoose,
}: {
  heading: string;
  children?: ReactNode;
  suggestions: readonly Suggestion[];
  disabled: boolean;
  onChoose(prompt: string): void;
}) {
  return (
    <div className="flex flex-col gap-5 py-4 sm:py-10">
      <div className="flex flex-col gap-1.5">
        <h2 className="text-xl font-semibold tracking-tight">{heading}</h2>
        {children}
      </div>
      <ul aria-label="Suggestions" className="grid gap-2 sm:grid-cols-2">
        {suggestions.map((suggestion) => (
          <li key={suggestion.prompt} className="flex">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose(suggestion.prompt)}
              className="flex min-h-11 flex-1 flex-col gap-0.5 rounded-xl border bg-card px-3.5 py-2.5 text-left text-sm transition-colors not-disabled:hover:border-input not-disabled:hover:bg-muted disabled:opacity-60"
            >
              <span className="text-xs text-muted-foreground">{suggestion.title}</span>
              <span className="font-medium">{suggestion.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
