/** Where details go that a client must not see. Takes one entry, writes one line. */
export type LogSink = (line: string) => void;

/** A person reads standard error; a log collector reads one JSON object per line. */
export const logToStderr: LogSink = (line) => console.error(line);

interface Described {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: Described;
}

/** An error with its causes as plain data; at most five causes deep, since a chain may be a circle. */
function toPlain(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: error.message,
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < 5 ? { cause: toPlain(error.cause, depth + 1) } : {}),
  };
}

/** Writes an error as one JSON line, to be found by the request id that the client was told. */
export function logError(sink: LogSink, what: string, error: unknown, fields: Record<string, string> = {}): void {
  sink(JSON.stringify({ level: "error", time: new Date().toISOString(), what, ...fields, error: toPlain(error) }));
}
