import { useEffect } from "react";
import { onThreadChange } from "./thread-changes";

/** Changes come in groups (a stream ends, the next begins): they are answered together, after so many milliseconds. */
const GATHER = 250;

/**
 * Keeps a list fresh: asks when the component appears, when the person comes back to the page, when a thread changes on
 * this page, and every few seconds while the page is visible.
 * @param refresh must keep its identity
 */
export function useFresh(refresh: () => void, seconds: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const visible = () => document.visibilityState === "visible";
    function ask() {
      clearTimeout(timer);
      // A hidden page asks nobody; it asks again when it is looked at.
      if (!visible()) return;
      refresh();
      timer = setTimeout(ask, seconds * 1_000);
    }
    function askSoon() {
      clearTimeout(timer);
      timer = setTimeout(ask, GATHER);
    }
    ask();
    const ignoreChanges = onThreadChange(askSoon);
    document.addEventListener("visibilitychange", ask);
    window.addEventListener("focus", askSoon);
    window.addEventListener("online", askSoon);
    return () => {
      clearTimeout(timer);
      ignoreChanges();
      document.removeEventListener("visibilitychange", ask);
      window.removeEventListener("focus", askSoon);
      window.removeEventListener("online", askSoon);
    };
  }, [refresh, seconds]);
}
