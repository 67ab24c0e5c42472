import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { createWebSocketStream, WebSocketServer } from "ws";

/** A WebSocket server that forwards the bytes of every connection to a TCP port, as Neon's driver expects of a proxy. */
export async function startWsProxy(target: { host: string; port: number }): Promise<{
  /** For `wsProxy`. */
  address: string;
  stop(): Promise<void>;
}> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  server.on("connection", (socket) => {
    const client = createWebSocketStream(socket);
    const backend = connect(target);
    // Either end may go away at any time; the other one follows.
    client.on("error", () => backend.destroy());
    backend.on("error", () => client.destroy());
    client.pipe(backend).pipe(client);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
