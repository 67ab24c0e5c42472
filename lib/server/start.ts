import { isConnectionError } from "../http/errors";
import { prepare } from "../server";
import { closeConnectionsAtEnd } from "./last-requests";

/**
 * What `next start` and `next dev` do before their first request. A server that cannot work says why in one sentence
 * and ends, instead of answering every request with an error.
 */
export async function start(): Promise<void> {
  closeConnectionsAtEnd();
  try {
    await prepare();
  } catch (error) {
    console.error(`Neuron Next cannot start: ${sentence(error)}`);
    process.exit(1);
  }
}

/** The innermost message is the one that names the trouble; the layers around it only pass it on. */
function sentence(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth++) {
    const next = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
    if (!(next instanceof Error)) break;
    inner = next;
  }
  const message = inner instanceof Error ? inner.message : String(inner);
  return isConnectionError(error) ? `The database cannot be reached: ${message}` : message;
}
