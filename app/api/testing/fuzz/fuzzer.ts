import { database } from "@/lib/server/database";
import type { Client } from "../client";
import { prepare } from "../prepared";
import { type Aim, pathOf, type RouteCase } from "../route-cases";
import { stored } from "../stored";
import type { FuzzCase } from "./cases";

const PATIENCE_MS = 20_000;
/** Poisons that one place has to take before it is shown only one in so many. */
const ENOUGH = 2;
const RARELY = 40;

/** Sends spoilt requests and looks at what they leave behind. */
export class Fuzzer {
  readonly statuses: Record<string, number> = {};
  readonly faults: string[] = [];
  sent = 0;
  private readonly taken = new Map<string, number>();
  private readonly aims = new Map<RouteCase["on"], Aim>();
  private counter = 0;
  private before = "";
  private statements = -1;

  private constructor(private readonly client: Client) {}

  static async create(client: Client): Promise<Fuzzer> {
    const fuzzer = new Fuzzer(client);
    await fuzzer.hasChanged();
    return fuzzer;
  }

  /** Sends the request, unless its place has taken so much already that it plainly takes anything. */
  async send(fuzz: FuzzCase): Promise<void> {
    const taken = this.taken.get(fuzz.place ?? "") ?? 0;
    if (taken >= ENOUGH && ++this.counter % RARELY !== 0) return;
    this.sent += 1;
    const aim = await this.aimOf(fuzz.of.on);
    const { path, body } = this.request(fuzz, aim);
    const response = await this.answer(fuzz, path, body);
    const status = typeof response === "string" ? response : response.status;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const request = () => `${fuzz.of.name}: ${fuzz.of.method} ${path} ${shown(body)}`;
    if (typeof status === "string" || status >= 500) this.faults.push(`${status} ${request()}`);
    else if (status < 400) {
      // Accepted, so it may change what is there; the next one finds everything as it was.
      if (fuzz.place) this.taken.set(fuzz.place, taken + 1);
      if (await this.hasChanged()) await this.clear(fuzz.of.on, aim.threadId);
    } else if (await this.hasChanged()) this.faults.push(`stored by a refused request (${status}) ${request()}`);
  }

  private request({ of, spoil, address }: FuzzCase, aim: Aim): { path: string; body: BodyInit | null } {
    const valid = pathOf(of, aim);
    const path =
      address === undefined
        ? valid
        : of.path.replace("{threadId}", address).replaceAll(/=[^&]*/g, `=${encodeURIComponent(address)}`);
    if (spoil) return { path, body: spoil(of.body?.(aim) ?? {}) };
    return { path, body: of.body ? JSON.stringify(of.body(aim)) : null };
  }

  private async answer({ of, headers }: FuzzCase, path: string, body: BodyInit | null): Promise<Response | string> {
    const json: Record<string, string> = body === null ? {} : { "content-type": "application/json" };
    const work = async () => {
      const response = await this.client.fetch(path, { method: of.method, headers: { ...json, ...headers }, body });
      await response.text();
      return response;
    };
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve("hangs"), PATIENCE_MS);
    });
    try {
      return await Promise.race([work(), hangs]);
    } catch (error) {
      return `throws ${String(error)}`;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether any row of any table is another than at the last look. Nothing can be where no statement was sent. */
  private async hasChanged(): Promise<boolean> {
    const { stats } = await database();
    if (stats.statements === this.statements) return false;
    const now = await stored();
    const changed = now !== this.before;
    this.before = now;
    this.statements = stats.statements;
    return changed;
  }

  private async clear(on: RouteCase["on"], threadId: string): Promise<void> {
    this.aims.delete(on);
    if (on !== "fresh") await this.client.send(`/api/threads/${threadId}/stop`);
    await this.client.send(`/api/threads/${threadId}`, undefined, { method: "DELETE" });
    await this.hasChanged();
  }

  private async aimOf(on: RouteCase["on"]): Promise<Aim> {
    const messageId = `m-${++this.counter}`;
    const known = this.aims.get(on);
    if (known) return { ...known, messageId };
    const aim = await prepare(this.client, `${on}-${this.counter}`, on, messageId);
    if (on === "fresh" || on === "nothing") return aim;
    this.aims.set(on, aim);
    await this.hasChanged();
    return aim;
  }
}

function shown(body: BodyInit | null): string {
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? Buffer.from(body).toString("hex") : "";
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length})` : text;
}
