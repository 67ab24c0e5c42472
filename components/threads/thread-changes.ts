const CHANGED = "neuron:threads-changed";

/** Says on this page that some thread has changed: a run began, waits or ended, or an answer was given. */
export function announceThreadChange(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** @returns what ends the listening */
export function onThreadChange(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
