import { agentSurface } from "./find-element";

/** Longest wait for a page that is loading, in milliseconds; the tool then works with what is there. */
const LONGEST_WAIT_MS = 5_000;

function isBusy(): boolean {
  const surface = agentSurface();
  return surface instanceof Element && surface.closest('[aria-busy="true"]') !== null;
}

/**
 * Resolves when the agent's part of the page is not loading (`aria-busy`). A call that runs again right after a reload
 * would otherwise count rows that are still on their way. The first task lets an update of the page that came with the
 * call begin.
 */
export async function pageSettled(longestMs = LONGEST_WAIT_MS): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  if (!isBusy()) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (!isBusy()) finish();
    });
    const timer = setTimeout(finish, longestMs);
    observer.observe(document, { attributes: true, attributeFilter: ["aria-busy"], childList: true, subtree: true });
  });
}
