import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { isShort, summarize, toFields, toText } from "./format-value";

/** A block of text that scrolls when it is tall, by keyboard too. */
export function TextBlock({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="wrap-anywhere max-h-64 overflow-auto rounded-md bg-muted px-2.5 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap"
    >
      {children}
    </div>
  );
}

function Fields({ fields }: { fields: { name: string; text: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      {fields.map((field) => (
        <div key={field.name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted-foreground">{field.name}</dt>
          <dd className="wrap-anywhere">
            {field.text === "" ? <em className="text-muted-foreground">empty</em> : field.text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A folding section inside a card. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group/fold">
      <summary className="inline-flex min-h-7 cursor-pointer list-none items-center gap-1 rounded text-muted-foreground hover:text-foreground pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {summary}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}

/** A call's arguments: pairs when they are few and flat, else JSON. `complete` never folds, for decisions. */
export function Arguments({ input, complete }: { input: unknown; complete?: boolean }) {
  const fields = toFields(input);
  if (fields) return fields.length > 0 ? <Fields fields={fields} /> : null;
  const text = toText(input);
  if (complete) return <TextBlock label="Arguments">{text}</TextBlock>;
  return (
    <Fold summary={`Arguments · ${summarize(input)}`}>
      <TextBlock label="Arguments">{text}</TextBlock>
    </Fold>
  );
}

/** A call's result: in line when short, folded when long. */
export function Result({ output }: { output: unknown }) {
  if (isShort(output)) {
    const text = toText(output);
    return (
      <p className="wrap-anywhere">
        <span className="text-muted-foreground">Result </span>
        {text === "" ? <em className="text-muted-foreground">empty text</em> : text}
      </p>
    );
  }
  const fields = toFields(output);
  return (
    <Fold summary={`Result · ${summarize(output)}`}>
      {fields ? <Fields fields={fields} /> : <TextBlock label="Result">{toText(output)}</TextBlock>}
    </Fold>
  );
}
