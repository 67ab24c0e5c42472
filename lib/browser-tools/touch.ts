/** How long an element shows that the agent has touched it, in milliseconds. */
export const TOUCH_MS = 1_600;

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/**
 * Marks an element with `data-agent-touched` for a moment, so that the person sees what the agent read or wrote; the
 * style is in `globals.css`. Something written is also scrolled into view, without animation where that is unwanted.
 */
export function touch(element: Element, how: "read" | "write"): void {
  clearTimeout(timers.get(element));
  element.setAttribute("data-agent-touched", how);
  timers.set(
    element,
    setTimeout(() => element.removeAttribute("data-agent-touched"), TOUCH_MS),
  );
  if (how === "write") {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
  }
}
