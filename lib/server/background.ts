import { after } from "next/server";

/**
 * Keeps the function alive for work that outlives its request: a serverless platform waits for it, and a server that is
 * asked to shut down finishes it first. Outside a request there is nothing to tell, and the process stays up anyway.
 */
export function background(work: Promise<unknown>): void {
  try {
    after(work);
  } catch {
    // Next refuses `after` where no request is being answered (scripts, tests, start-up).
  }
}
