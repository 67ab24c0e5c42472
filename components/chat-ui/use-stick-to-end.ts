import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How far from the end, in CSS pixels, a reader still counts as being at the end. */
const END_DISTANCE = 48;

/** What unfolds something. */
const FOLD = "summary, [aria-expanded]";

interface Place {
  top: number;
  height: number;
  view: number;
}

/** What the scroll position says about the reader after a scroll event. `undefined`: nothing new. */
export function readerAtEnd(before: Pick<Place, "top" | "height">, now: Place): boolean | undefined {
  if (now.height - now.view - now.top <= END_DISTANCE) return true;
  // Content that grew below takes the end away, content that shrank in between pushes up; only a reader moves up by
  // itself.
  return now.top < before.top && now.height === before.height ? false : undefined;
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
    const measure = (): Place => ({ top: box.scrollTop, height: box.scrollHeight, view: box.clientHeight });
    let last = measure();
    let reading = false;

    const onScroll = () => {
      const now = measure();
      const value = readerAtEnd(last, now);
      last = now;
      if (value !== undefined) set(value);
    };
    // Somebody who unfolds something wants to read it: let it grow downwards instead of pushing it up.
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element && target.closest(FOLD))) return;
      reading = true;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          reading = false;
        }),
      );
    };
    const onResize = () => {
      const atEnd = readerAtEnd(last, measure()) === true;
      if (reading) set(atEnd);
      else if (sticking.current) box.scrollTop = box.scrollHeight;
      else if (atEnd) set(true);
      last = measure();
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
