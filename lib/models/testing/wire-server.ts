import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One answer of the server: server-sent events, sent as they are. */
export interface WireAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Bodies of `data:` lines; objects as JSON. */
  frames: (object | string)[];
  /** Break the connection once this resolves, instead of ending the response. */
  cut?: Promise<void>;
}

export interface WireServer {
  url: string;
  /** Requests so far: path and parsed body. */
  requests: { path: string; headers: IncomingMessage["headers"]; body: unknown }[];
  /** What the next requests get, in order. */
  answer(...answers: WireAnswer[]): void;
  stop(): Promise<void>;
}

/** A model server that says exactly what it is told, for what a ready-made one does not say: errors inside a stream. */
export async function startWireServer(): Promise<WireServer> {
  const queue: WireAnswer[] = [];
  const requests: WireServer["requests"] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || "null"),
    });
    const answer = queue.shift() ?? { status: 500, frames: ["no answer was prepared"] };
    response.writeHead(answer.status ?? 200, { "content-type": "text/event-stream", ...answer.headers });
    for (const frame of answer.frames) {
      response.write(`data: ${typeof frame === "string" ? frame : JSON.stringify(frame)}\n\n`);
    }
    if (answer.cut) {
      response.flushHeaders();
      await answer.cut;
      response.destroy();
    } else response.end();
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (...answers) => void queue.push(...answers),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
