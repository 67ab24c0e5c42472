import { type Agent, type IncomingMessage, request } from "node:http";
import { SseParser } from "./sse-parser";

/** One user in front of the server: a cookie, connections that stay open, and as little work per byte as possible. */
export class HttpClient {
  private cookie = "";

  private constructor(
    private readonly base: URL,
    private readonly agent: Agent,
  ) {}

  /** A user with a session of its own. */
  static async open(base: string, agent: Agent): Promise<HttpClient> {
    const client = new HttpClient(new URL(base), agent);
    const response = await client.send("GET", "/api/session");
    await text(response);
    client.cookie = (response.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
    return client;
  }

  /** @throws Error for any status but 200 */
  async postJson<Answer>(path: string, body: object): Promise<Answer> {
    return JSON.parse(await text(await this.send("POST", path, body))) as Answer;
  }

  /** Posts and hands over the values of the event stream as they arrive; resolves at its end. */
  async postStream(path: string, body: object, onValue: (value: unknown) => void): Promise<void> {
    const response = await this.send("POST", path, body);
    const parser = new SseParser();
    await new Promise<void>((resolve, reject) => {
      response.on("data", (chunk: Buffer) => {
        for (const value of parser.push(chunk)) onValue(value);
      });
      response.on("end", resolve).on("error", reject);
    });
  }

  async getText(path: string): Promise<{ status: number; body: string }> {
    const response = await this.send("GET", path, undefined, true);
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  private send(method: string, path: string, body?: object, anyStatus = false): Promise<IncomingMessage> {
    const payload = body && Buffer.from(JSON.stringify(body));
    const { hostname, port } = this.base;
    return new Promise((resolve, reject) => {
      const sent = request({
        ...{ agent: this.agent, hostname, port, method, path },
        headers: {
          ...(this.cookie && { cookie: this.cookie }),
          ...(payload && { "content-type": "application/json", "content-length": payload.length }),
        },
      });
      sent.on("error", reject).on("response", async (response) => {
        if (anyStatus || response.statusCode === 200) resolve(response);
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${await text(response)}`));
      });
      sent.end(payload);
    });
  }
}

async function text(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let body = "";
  for await (const chunk of response) body += chunk as string;
  return body;
}
