const CHANGED = "neuron:threads-changed";

let channel: BroadcastChannel | undefined;

/** What this tab says here is heard in the browser's other tabs and not in this one. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel("neuron:threads");
  return channel;
}

/** Says on this page that some thread has changed: a run began, waits or ended, or an answer was given. */
export function announceThreadChange(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Says to other tabs that this one has set something off: the server has taken a question, an answer or a stop. */
export function tellOtherTabs(threadId: string): void {
  otherTabs().postMessage(threadId);
}

/** @returns what ends the listening */
export function onThreadChange(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  otherTabs().addEventListener("message", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    otherTabs().removeEventListener("message", listener);
  };
}

/** Told when another tab has set something off in this thread. @returns what ends the listening */
export function onChangeElsewhere(threadId: string, listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === threadId) listener();
  };
  otherTabs().addEventListener("message", onMessage);
  return () => otherTabs().removeEventListener("message", onMessage);
}
