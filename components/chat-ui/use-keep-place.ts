import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps what the reader sees where it is when older messages are put before it. Browsers do that by themselves except
 * at the very top, which is where older messages are asked for.
 */
export function useKeepPlace(scroller: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef<{ firstId: string | undefined; height: number }>({ firstId: undefined, height: 0 });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const { firstId: oldId, height } = before.current;
    const grown = box.scrollHeight - height;
    if (oldId !== undefined && oldId !== firstId && grown > 0 && box.scrollTop === 0) box.scrollTop = grown;
    before.current = { firstId, height: box.scrollHeight };
  });
}
