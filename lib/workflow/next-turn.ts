let waiting: (() => void)[] = [];

/**
 * Resolves in the next turn of the event loop, for everybody who asked during this one in the same instant: what they do
 * then can go out together.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(release);
  });
}

function release(): void {
  const released = waiting;
  waiting = [];
  for (const resolve of released) resolve();
}
