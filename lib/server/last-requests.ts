import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

/**
 * After SIGTERM, Next takes no new connections and ends with the last one that is open. A client that keeps its own busy
 * would be answered for ever: from then on each answer is its connection's last.
 */
export function closeConnectionsAtEnd(): void {
  process.once("SIGTERM", () => {
    subscribe("http.server.request.start", (message) => {
      (message as { response: ServerResponse }).response.setHeader("connection", "close");
    });
  });
}
