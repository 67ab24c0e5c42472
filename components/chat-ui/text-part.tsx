import { createLoader, useLoaded } from "./use-loaded";
import type { ViewTextPart } from "./view";

const markdown = createLoader(() => import("./markdown").then((module) => module.default));

/** A text of the assistant: Markdown once its renderer has arrived, the plain text until then. */
export function TextPart({ part }: { part: ViewTextPart }) {
  const Markdown = useLoaded(markdown);
  return (
    <div data-part="text" className="wrap-anywhere leading-relaxed">
      {Markdown ? (
        <Markdown text={part.text} streaming={part.streaming} />
      ) : (
        <p className="whitespace-pre-wrap [unicode-bidi:plaintext]">{part.text}</p>
      )}
    </div>
  );
}

/** A text of the user, exactly as typed. */
export function PlainTextPart({ part }: { part: ViewTextPart }) {
  return (
    <div data-part="text" className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {part.text}
    </div>
  );
}
