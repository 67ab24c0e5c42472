/** A new id for a message of this page. `crypto.randomUUID` is missing where a page is not served securely. */
export function createMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
