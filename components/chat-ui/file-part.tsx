import { FileText } from "lucide-react";
import type { ViewFilePart } from "./view";

/** Only images that the page carries in itself: an address would tell its host who reads the conversation. */
const SHOWN = /^data:image\/(?:png|jpeg|gif|webp);base64,/;

/** A file that came with a question: an image as it is, anything else by its name. */
export function FilePart({ part }: { part: Pick<ViewFilePart, "mediaType" | "url" | "filename"> }) {
  const name = part.filename ?? part.mediaType;
  if (SHOWN.test(part.url)) {
    return (
      // biome-ignore lint/performance/noImgElement: it is in the page already, there is nothing to load or to optimise
      <img src={part.url} alt={name} className="max-h-64 max-w-full rounded-lg object-contain" />
    );
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 rounded-lg border bg-background px-2.5 py-1.5 text-sm">
      <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="truncate">{name}</span>
    </span>
  );
}
