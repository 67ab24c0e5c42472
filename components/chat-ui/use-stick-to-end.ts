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

/** How long after a turn of the wheel, or what else moves up by hand, the position is the reader's, in milliseconds. */
const BY_HAND = 400;
const MOVES = ["wheel", "touchmove", "keydown"];
const UPWARDS = new Set(["ArrowUp", "PageUp", "Home"]);

/**
 * What the scroll position says about the reader after a scroll event. `undefined`: nothing new.
 * @param byHand the reader has just done something that scrolls up
 */
export function readerAtEnd(before: Pick<Place, "top" | "height">, now: Place, byHand = false): boolean | undefined {
  if (now.height - now.view - now.top <= END_DISTANCE) return true;
  // Content that grew below takes the end away, and content that shrank in between pushes up: no reader has moved.
  const moved = now.top < before.top && (byHand || now.height === before.height);
  return moved ? false : undefined;
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
    let movedAt = Number.NEGATIVE_INFINITY;
    const byHand = () => performance.now() - movedAt < BY_HAND;

    const onMove = (event: Event) => {
      if (event instanceof WheelEvent && event.deltaY >= 0) return;
      if (event instanceof KeyboardEvent && !UPWARDS.has(event.key)) return;
      movedAt = performance.now();
    };
    const onScroll = () => {
      const now = measure();
      const value = readerAtEnd(last, now, byHand());
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
      else if (sticking.current && !byHand()) box.scrollTop = box.scrollHeight;
      else if (atEnd) set(true);
      last = measure();
    };

    const observer = new ResizeObserver(onResize);
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    for (const type of MOVES) box.addEventListener(type, onMove, { passive: true });
    inner.addEventListener("click", onClick);
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
      for (const type of MOVES) box.removeEventListener(type, onMove);
      inner.removeEventListener("click", onClick);
    };
  }, [set, enabled]);

  return { scroller, content, atEnd, jumpToEnd };
}
