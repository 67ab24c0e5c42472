import { FileText, X } from "lucide-react";
import { IconButton } from "../ui/icon-button";
import type { Attachments } from "./attachments";

/** What is attached, each with a way to take it off again. */
export function AttachmentList({ files, onRemoved }: { files: Attachments; onRemoved(): void }) {
  return (
    <ul aria-label="Attached files" className="flex flex-wrap gap-1.5 px-1">
      {files.list.map(({ url, filename, mediaType }, index) => (
        <li
          key={`${filename} ${url.length}`}
          className="flex max-w-56 items-center gap-1.5 rounded-lg border bg-muted py-0.5 pr-0.5 pl-2 text-xs"
        >
          {mediaType.startsWith("image/") ? (
            // biome-ignore lint/performance/noImgElement: it is in the page already
            <img src={url} alt="" className="size-6 rounded object-cover" />
          ) : (
            <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          )}
          <span className="truncate">{filename}</span>
          <IconButton
            label={`Remove ${filename}`}
            onClick={() => {
              files.remove(index);
              onRemoved();
            }}
          >
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
