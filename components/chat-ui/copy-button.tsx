import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../ui/icon-button";

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({ label, text, className }: { label: string; text: () => string; className?: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch {
      // The browser refuses the clipboard (no permission, no secure context): the text stays selectable.
      setCopied(false);
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <IconButton label={copied ? "Copied" : label} onClick={copy} className={className}>
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}
