// Loaded into a server by `--require`, beside `--expose-gc`: on SIGUSR2 it collects garbage and prints what it holds.
process.on("SIGUSR2", async () => {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc();
  }
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  console.log(`memory ${JSON.stringify({ rss, heapUsed, external, arrayBuffers })}`);
});
