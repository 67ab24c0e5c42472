import { Paperclip } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { Button } from "../ui/button";
import { ACCEPTED } from "./accepted-files";
import type { AttachedFile } from "./read-files";
import { createLoader, useLoaded } from "./use-loaded";

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

const attachmentList = createLoader(() => import("./attachment-list").then((module) => module.AttachmentList));

/** What is attached, each with a way to take it off again: loaded with the first file. */
export function AttachmentList(props: Parameters<Awaited<ReturnType<typeof attachmentList.start>>>[0]) {
  return props.files.list.length === 0 ? null : <LoadedList {...props} />;
}

function LoadedList(props: Parameters<typeof AttachmentList>[0]) {
  const List = useLoaded(attachmentList);
  return List ? <List {...props} /> : null;
}
