import { type ComponentType, useEffect, useState } from "react";
import type { ViewTextPart } from "./view";

type MarkdownComponent = ComponentType<{ text: string; streaming: boolean }>;

// Shared by all parts, so that the library is asked for once; nothing is loaded before a part needs it.
let loaded: MarkdownComponent | undefined;
let loading: Promise<MarkdownComponent> | undefined;

function loadMarkdown(): Promise<MarkdownComponent> {
  loading ??= import("./markdown").then(
    (module) => {
      loaded = module.default;
      return loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function useMarkdown(): MarkdownComponent | undefined {
  const [component, setComponent] = useState<MarkdownComponent | undefined>(() => loaded);

  useEffect(() => {
    if (component) return;
    let mounted = true;
    loadMarkdown().then(
      (markdown) => mounted && setComponent(() => markdown),
      // Offline: the plain text below says the same. The next part tries again.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [component]);

  return component;
}

/** A text of the assistant: Markdown once its renderer has arrived, the plain text until then. */
export function TextPart({ part }: { part: ViewTextPart }) {
  const Markdown = useMarkdown();
  return (
    <div data-part="text" className="wrap-anywhere leading-relaxed">
      {Markdown ? (
        <Markdown text={part.text} streaming={part.streaming} />
      ) : (
        <p className="whitespace-pre-wrap">{part.text}</p>
      )}
    </div>
  );
}

/** A text of the user, exactly as typed. */
export function PlainTextPart({ part }: { part: ViewTextPart }) {
  return (
    <div data-part="text" className="wrap-anywhere whitespace-pre-wrap">
      {part.text}
    </div>
  );
}
