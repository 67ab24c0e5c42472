export interface Answer<Body> {
  status: number;
  body: Body;
}

/** A client with a session of its own, as a script or another server would be one. */
export class ApiClient {
  private constructor(
    private readonly chooseServer: () => string,
    private readonly cookie: string,
  ) {}

  static async create(baseUrl: string): Promise<ApiClient> {
    const response = await fetch(`${baseUrl}/api/session`);
    const cookie = response.headers
      .getSetCookie()
      .map((value) => value.split(";")[0])
      .join("; ");
    if (!cookie) throw new Error(`No session from ${baseUrl}: ${response.status}`);
    return new ApiClient(() => baseUrl, cookie);
  }

  /** `fetch` with the session's cookie; paths are relative to the server. */
  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), this.chooseServer());
    const headers = new Headers(init?.headers);
    headers.set("cookie", this.cookie);
    return fetch(url, { ...init, headers });
  };

  async get<Body>(path: string): Promise<Answer<Body>> {
    return read(await this.fetch(path, { headers: { accept: "application/json" } }));
  }

  async post<Body>(path: string, body: unknown): Promise<Answer<Body>> {
    return read(
      await this.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  }

  /** Same session, other server process. */
  at(baseUrl: string): ApiClient {
    return new ApiClient(() => baseUrl, this.cookie);
  }

  /** Same session; each request goes to the server that is chosen for it, as a load balancer would. */
  balanced(chooseServer: () => string): ApiClient {
    return new ApiClient(chooseServer, this.cookie);
  }
}

/** The caller knows what the route answers with. */
async function read<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as Body };
}
