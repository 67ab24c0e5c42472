import { FileText, Paperclip, X } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { ACCEPTED } from "./accepted-files";
import type { AttachedFile } from "./read-files";

/** The files that will go with the next question. */
export interface Attachments {
  list: readonly AttachedFile[];
  add(files: readonly File[]): void;
  remove(index: number): void;
}

/** Opens the file chooser. */
export function AttachButton({ files, disabled }: { files: Attachments; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    files.add([...(event.target.files ?? [])]);
    // The same file may be chosen again after it was removed.
    event.target.value = "";
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        onChange={onChange}
        hidden
        aria-label="Files to attach"
      />
      <Button variant="ghost" disabled={disabled} onClick={() => input.current?.click()} className="px-2.5">
        <Paperclip aria-hidden className="size-4" />
        <span className="sr-only">Attach files</span>
      </Button>
    </>
  );
}

/** What is attached, each with a way to take it off again. */
export function AttachmentList({ files, onRemoved }: { files: Attachments; onRemoved(): void }) {
  if (files.list.length === 0) return null;
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
