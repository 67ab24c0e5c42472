import { useEffect, useRef } from "react";
import { isAnsweredByPerson } from "@/lib/browser-tools/tool-traits";
import { ApprovalCard } from "./approval-card";
import { DateCard } from "./date-card";
import { needsPerson } from "./needs-person";
import { ToolCard } from "./tool-card";
import { toolStatus } from "./tool-status";
import { useFocusSuccessor } from "./use-focus-successor";
import type { CallActions, ViewToolPart } from "./view";
import { WaitingCard } from "./waiting-card";

/** The card for a call, chosen by its state, in the element by which tests and tools find it. */
export function ToolPart({ part, actions, disabled }: { part: ViewToolPart; actions: CallActions; disabled: boolean }) {
  const open = needsPerson(part);
  const element = useFocusAfterAnswer(open);
  useFocusSuccessor(element, part.callId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      ref={element}
      role="group"
      aria-label={`${part.toolName}: ${toolStatus(part).label}`}
      tabIndex={-1}
      data-part="tool"
      data-tool-call-id={part.callId}
      data-tool-name={part.toolName}
      data-state={part.state}
      data-open={open || undefined}
      className="scroll-my-4 rounded-xl"
    >
      <Card part={part} open={open} actions={actions} disabled={disabled} />
    </div>
  );
}

function Card({
  part,
  open,
  actions,
  disabled,
}: {
  part: ViewToolPart;
  open: boolean;
  actions: CallActions;
  disabled: boolean;
}) {
  if (!open) return <ToolCard part={part} />;
  if (part.state === "approval-requested")
    return <ApprovalCard part={part} disabled={disabled} onDecide={actions.decide} />;
  if (isAnsweredByPerson(part.toolName)) {
    return <DateCard part={part} disabled={disabled} onAnswer={actions.answer} onCancel={actions.cancel} />;
  }
  return <WaitingCard part={part} disabled={disabled} onRun={actions.run} onCancel={actions.cancel} />;
}

/** The next card that asks something: below this one, else the first there is. */
function nextOpenCard(card: HTMLElement): HTMLElement | undefined {
  const list = card.closest("[role=log], [data-cards]");
  const open = [...(list?.querySelectorAll<HTMLElement>("[data-part=tool][data-open]") ?? [])];
  const isBelow = (other: HTMLElement) =>
    (card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return open.find(isBelow) ?? open[0];
}

/**
 * A card loses its buttons when it is answered, and with them the focus. It then goes to the next card that asks
 * something, else to the answered card itself, so that a keyboard stays where it was and a screen reader says the outcome.
 */
function useFocusAfterAnswer(open: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);

  useEffect(() => {
    const card = element.current;
    if (!card || !open) return;
    // Buttons that get disabled, or removed, drop the focus without a word: remember where it was.
    const remember = (event: FocusEvent) => {
      hadFocus.current = event.type === "focusin" || event.relatedTarget === null;
    };
    card.addEventListener("focusin", remember);
    card.addEventListener("focusout", remember);
    return () => {
      card.removeEventListener("focusin", remember);
      card.removeEventListener("focusout", remember);
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (hadFocus.current && lost) {
        (nextOpenCard(card) ?? card).focus();
      }
      hadFocus.current = false;
    };
  }, [open]);

  return element;
}
