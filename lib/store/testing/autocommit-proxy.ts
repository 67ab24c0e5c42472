import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A PostgreSQL server without transactions, as it looks through a driver over HTTP: what is sent to this port reaches the
 * real server, but for `begin`, in the place of which an empty statement arrives.
 */
export async function startAutocommitProxy(target: {
  host: string;
  port: number;
}): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const backend = connect(target);
    for (const [socket, other] of [[client, backend] as const, [backend, client] as const]) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => other.destroy());
    }
    client.on("data", (bytes) => {
      // latin1 keeps every byte as it is, and the length must not change either.
      backend.write(bytes.toString("latin1").replace("begin\0", ";;;;;\0"), "latin1");
    });
    backend.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
