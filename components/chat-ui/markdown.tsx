import "./markdown.css";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { defaultRehypePlugins, Streamdown } from "streamdown";
import { CopyButton } from "./copy-button";
import { safeHref } from "./safe-href";

// Without the "raw" plugin, HTML in an answer stays what it is: text.
const rehypePlugins = [defaultRehypePlugins.sanitize].filter((plugin) => plugin !== undefined);

/** Headings of an answer start below those of the page. Plain elements keep the library's own styles out. */
const components = {
  h1: "h3",
  h2: "h4",
  h3: "h5",
  h4: "h6",
  h5: "h6",
  h6: "h6",
  p: "p",
  ul: "ul",
  ol: "ol",
  li: "li",
  hr: "hr",
  strong: "strong",
  blockquote: "blockquote",
  sup: "sup",
  sub: "sub",
  section: "section",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  code: "code",
  a: SafeLink,
  img: ImageAsText,
  pre: CodeBlock,
  table: Table,
  // The library's type demands that every component takes any props at all; each of these gets its element's own.
} as ComponentProps<typeof Streamdown>["components"];

function SafeLink({ href, children }: { href?: string; children?: ReactNode }) {
  const target = safeHref(href);
  if (!target) return <span>{children}</span>;
  const foreign = !/^[/#]/.test(target);
  return (
    <a href={target} {...(foreign ? { target: "_blank", rel: "noopener noreferrer nofollow" } : {})}>
      {children}
      {foreign && <span className="sr-only"> (opens in a new tab)</span>}
    </a>
  );
}

/** An answer never makes the page load a picture: its address could carry what the conversation says. */
function ImageAsText({ alt }: { alt?: string }) {
  return <span className="text-muted-foreground">[Image{alt ? `: ${alt}` : ""}]</span>;
}

function CodeBlock({ children }: { children?: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="group relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <CopyButton
        label="Copy code"
        text={() => code.current?.textContent ?? ""}
        className="absolute top-1.5 right-1.5 bg-card opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}

function Table({ children }: { children?: ReactNode }) {
  return (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/** An answer as Markdown, also while it still streams. Loaded by {@link TextPart} when the first answer needs it. */
export default function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      className="markdown"
      mode={streaming ? "streaming" : "static"}
      parseIncompleteMarkdown={streaming}
      rehypePlugins={rehypePlugins}
      components={components}
      controls={false}
      linkSafety={{ enabled: false }}
    >
      {text}
    </Streamdown>
  );
}
