import { type RefObject, useLayoutEffect } from "react";

/** How long the other card may take to appear, and how often it is looked for, in milliseconds. */
const PATIENCE = 5_000;
const PAUSE = 50;

/**
 * CopilotKit shows an approval in one place and, once it is decided, the call in another. The first card goes with the
 * focus in it: the second takes it, unless the person has gone on to something else.
 */
export function useFocusSuccessor(element: RefObject<HTMLElement | null>, callId: string): void {
  useLayoutEffect(() => {
    const card = element.current;
    return () => {
      if (card?.contains(document.activeElement)) void focusSuccessor(card, callId);
    };
  }, [element, callId]);
}

async function focusSuccessor(card: HTMLElement, callId: string): Promise<void> {
  // The card's own page: another one may have taken its place meanwhile.
  const page = card.ownerDocument;
  for (let waited = 0; waited < PATIENCE; waited += PAUSE) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (card.isConnected || page.activeElement !== page.body) return;
    const cards = page.querySelectorAll<HTMLElement>("[data-tool-call-id]");
    [...cards].find((each) => each.dataset.toolCallId === callId)?.focus();
  }
}
