import { useEffect, useRef } from "react";
import { onChangeElsewhere } from "./thread-changes";

export interface Returning {
  /** @param options.watch another page is at work: nothing is started here by itself */
  refresh(options?: { watch?: boolean }): unknown;
}

interface Seen {
  /** Something is under way on this page: it looks again when that has ended. */
  busy: boolean;
  /** The agent waits for answers, which another device may give. */
  waits: boolean;
}

/** News come in groups (an answer, the stream it begins): they are looked at together, after so many milliseconds. */
const GATHER = 250;
/** How often a page that waits looks whether somebody else has answered, in milliseconds. */
const WAITING_INTERVAL = 15_000;

/**
 * Looks at the thread again when the person comes back to the page, when another tab has set something off in it, and
 * now and then while the agent waits. A hidden page asks nobody.
 */
export function useReturns(threadId: string, thread: Returning, { busy, waits }: Seen): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void thread.refresh();
    };
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("focus", onVisible);
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("focus", onVisible);
    };
  }, [thread]);

  const missed = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (busy || document.visibilityState !== "visible") return;
      missed.current = false;
      void thread.refresh({ watch: true });
    };
    const lookSoon = () => {
      missed.current = true;
      clearTimeout(timer);
      timer = setTimeout(look, GATHER);
    };
    if (missed.current) lookSoon();
    const stopListening = onChangeElsewhere(threadId, lookSoon);
    const waiting = waits ? setInterval(look, WAITING_INTERVAL) : undefined;
    return () => {
      clearTimeout(timer);
      clearInterval(waiting);
      stopListening();
    };
  }, [threadId, thread, busy, waits]);
}
