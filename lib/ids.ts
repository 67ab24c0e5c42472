/** Random identifiers of our own: `run_…`, `msg_…`, `call_…`. 96 random bits, URL-safe, never parsed. */
export function createId(prefix: "run" | "msg" | "call" | "int" | "req" | "thread" | "session" | "refund"): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `${prefix}_${Buffer.from(bytes).toString("base64url")}`;
}
