import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, lazy, type Ref, Suspense, useRef, useState } from "react";
import { Button } from "../ui/button";
import { AttachButton, AttachmentList, type Attachments } from "./attachments";
import { COMPOSER_ID } from "./composer-id";
import { LengthWarning } from "./length-warning";
import type { ModelOffer } from "./model-offer";
import { useTextLimit } from "./text-limit";

const ModelPicker = lazy(() => import("./model-picker"));

export interface ComposerProps {
  draft: string;
  onDraftChange(text: string): void;
  /** Files that go with the draft; absent where the client cannot send any. */
  files?: Attachments | null;
  /** Absent where there is no choice. */
  models?: ModelOffer | undefined;
  /** Called with the trimmed draft, empty only if there are files. Who calls it clears the draft, and gives it back if it was refused. */
  onSend(text: string): void;
  onStop(): void;
  /** Not before hydration. */
  disabled: boolean;
  /** Something runs or waits that can be stopped. */
  canStop: boolean;
  stopping: boolean;
  /** An answer is being written: nothing can be sent. */
  busy: boolean;
  /** The agent waits for answers: sending cancels them. */
  cancels: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Whether a key press sends the draft: Enter alone, and not while an input method composes a character. */
export function sendsOnKey(event: {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  keyCode: number;
  isComposing: boolean;
}): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey) return false;
  // Safari ends the composition before it reports the key; 229 is what tells it from a plain Enter.
  return !event.isComposing && event.keyCode !== 229;
}

/** Where a person writes. Grows with its text, Enter sends, Shift+Enter starts a new line. */
export function Composer({
  draft,
  files,
  models,
  onDraftChange,
  onSend,
  onStop,
  disabled,
  canStop,
  stopping,
  busy,
  cancels,
  ref,
}: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  // Chromium reports `isComposing` on the key, Safari needs the state of the field.
  const [composing, setComposing] = useState(false);
  const limit = useTextLimit({ draft, canAttach: Boolean(files), onChange: onDraftChange });
  const isTooLong = limit.note?.invalid ?? false;
  const sendable = !disabled && !busy && !isTooLong && (draft.trim() !== "" || (files?.list.length ?? 0) > 0);

  function submit() {
    if (sendable) onSend(draft.trim());
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { nativeEvent } = event;
    const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode } = nativeEvent;
    const isComposing = nativeEvent.isComposing || composing;
    if (!sendsOnKey({ key, shiftKey, altKey, ctrlKey, metaKey, keyCode, isComposing })) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <form
      ref={form}
      data-composer
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-1.5 rounded-2xl border border-input bg-background p-2 shadow-xs focus-within:border-ring focus-within:ring-1 focus-within:ring-ring"
    >
      {files && <AttachmentList files={files} onRemoved={() => form.current?.querySelector("textarea")?.focus()} />}
      {/* The cell behind the field repeats its text, which makes the field as tall as that. */}
      <div
        data-text={`${draft} `}
        className="grid max-h-48 overflow-y-auto text-base after:invisible after:col-start-1 after:row-start-1 after:px-2 after:py-1.5 after:wrap-anywhere after:whitespace-pre-wrap after:content-[attr(data-text)] sm:text-[0.9375rem]"
      >
        <textarea
          ref={ref}
          id={COMPOSER_ID}
          aria-label="Message"
          name="message"
          rows={1}
          value={draft}
          {...limit.field}
          onChange={(event) => limit.change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            // An image on the clipboard comes as a file; text goes into the field as usual.
            if (!files || event.clipboardData.files.length === 0) return limit.paste(event);
            event.preventDefault();
            files.add([...event.clipboardData.files]);
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          disabled={disabled}
          enterKeyHint="send"
          autoComplete="off"
          placeholder="Ask about an order, or about this page"
          className="col-start-1 row-start-1 w-full resize-none overflow-hidden bg-transparent px-2 py-1.5 outline-none placeholder:text-muted-foreground"
        />
      </div>
      <LengthWarning note={limit.note} />
      <div className="flex items-center justify-end gap-2">
        <div className="mr-auto flex min-w-0 items-center gap-2">
          {files && <AttachButton files={files} disabled={disabled} />}
          {models && (
            <Suspense>
              <ModelPicker offer={models} disabled={disabled} />
            </Suspense>
          )}
          {/* Beside more controls there is no room for it. */}
          {!canStop && !models && (
            <p className="hidden px-2 text-xs text-muted-foreground sm:block pointer-coarse:hidden">
              Enter sends, Shift+Enter starts a new line
            </p>
          )}
        </div>
        {canStop && (
          <Button onClick={onStop} disabled={disabled || stopping}>
            <Square aria-hidden className="size-3 fill-current" />
            {stopping ? "Stopping…" : "Stop"}
          </Button>
        )}
        {!busy && (
          <Button variant="primary" type="submit" disabled={!sendable}>
            <ArrowUp aria-hidden className="size-4" />
            {cancels ? "Cancel and send" : "Send"}
          </Button>
        )}
      </div>
    </form>
  );
}
