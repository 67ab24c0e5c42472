import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How far from the end, in CSS pixels, a reader still counts as being at the end. */
const END_DISTANCE = 48;

/** What the scroll position says about the reader after a scroll event. `undefined`: nothing new. */
export function readerAtEnd(
  before: { top: number },
  now: { top: number; height: number; view: number },
): boolean | undefined {
  if (now.height - now.view - now.top <= END_DISTANCE) return true;
  // Content that grew below also takes the end away, but only a reader moves up.
  return now.top < before.top ? false : undefined;
}

export interface StickToEnd {
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Its one child, whose growth is followed. */
  content: RefObject<HTMLDivElement | null>;
  atEnd: boolean;
  /** Goes to the end and stays there. */
  jumpToEnd(): void;
}

/**
 * Keeps a scrolling element at its end while content arrives, but only as long as the reader is there.
 * @param enabled `false` while what it shows is read from the top
 */
export function useStickToEnd(enabled: boolean): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticking = useRef(true);
  const [atEnd, setAtEnd] = useState(true);

  const set = useCallback((value: boolean) => {
    sticking.current = value;
    setAtEnd(value);
  }, []);

  const jumpToEnd = useCallback(() => {
    set(true);
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [set]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (!enabled || !box || !inner) return;
    let lastTop = box.scrollTop;
    let reading = false;

    const measure = () => ({ top: box.scrollTop, height: box.scrollHeight, view: box.clientHeight });
    const onScroll = () => {
      const now = measure();
      const value = readerAtEnd({ top: lastTop }, now);
      lastTop = now.top;
      if (value !== undefined) set(value);
    };
    // Somebody who unfolds something wants to read it: let it grow downwards instead of pushing it up.
    const onClick = () => {
      reading = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          reading = false;
        }),
      );
    };
    const onResize = () => {
      if (reading) set(readerAtEnd({ top: Number.POSITIVE_INFINITY }, measure()) === true);
      else if (sticking.current) {
        box.scrollTop = box.scrollHeight;
        lastTop = box.scrollTop;
      } else if (readerAtEnd({ top: 0 }, measure())) set(true);
    };

    const observer = new ResizeObserver(onResize);
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    inner.addEventListener("click", onClick);
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
      inner.removeEventListener("click", onClick);
    };
  }, [set, enabled]);

  return { scroller, content, atEnd, jumpToEnd };
}
