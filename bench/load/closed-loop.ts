/** What a number of users got done who each begin the next piece of work when the last one has ended. */
export interface LoopResult<Work> {
  done: Work[];
  /** From the first start to the last end. */
  seconds: number;
}

/** Runs `work` for `users` at a time; nothing new begins after `seconds`. */
export async function closedLoop<Work>(
  users: number,
  seconds: number,
  work: (user: number) => Promise<Work>,
): Promise<LoopResult<Work>> {
  const done: Work[] = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const user = async (index: number) => {
    do done.push(await work(index));
    while (performance.now() < deadline);
  };
  await Promise.all(Array.from({ length: users }, (_, index) => user(index)));
  return { done, seconds: (performance.now() - started) / 1000 };
}
