import fc from "fast-check";
import type { Json } from "@/lib/json";
import { ROUTE_CASES, type RouteCase } from "../route-cases";
import { ADDRESSES, BODIES, MEMBERS, POISONS } from "./poisons";
import { pathsOf, replaceAt, valueAt, variantsOf } from "./spoil";

type Body = string | Uint8Array<ArrayBuffer>;

/** A request that is wrong somewhere. Made when it is sent, since it names calls that exist only then. */
export interface FuzzCase {
  of: RouteCase;
  /** What takes the place of the valid body. */
  spoil?: (body: Json) => Body;
  /** What takes the place of the path's id and of each value in the query. */
  address?: string;
  headers?: Record<string, string>;
  /** Which place is spoilt, where one is: a place that takes anything need not be shown everything. */
  place?: string;
}

// Their bodies differ in names and ids only; these find the places in them.
const SAMPLE = { threadId: "t", callId: "c", runId: "r", attempt: 1, messageId: "m" };

/** Every poison in every place, and whole bodies, cuts and headers that no route takes. */
export function systematicCases(): FuzzCase[] {
  return ROUTE_CASES.flatMap((of) => [...bodyCases(of), ...addressCases(of)]);
}

function bodyCases(of: RouteCase): FuzzCase[] {
  if (of.method === "GET") return [];
  const whole = BODIES.map((body): FuzzCase => ({ of, spoil: () => body }));
  const odd: Record<string, string>[] = [
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=\u00ff" },
    { "content-type": "" },
    { origin: "null" },
    { accept: "text/event-stream;q=NaN" },
  ];
  const headers = odd.map((header): FuzzCase => ({ of, spoil: () => "[{]", headers: header }));
  if (!of.body) return [...whole, ...headers];
  const sample = of.body(SAMPLE);
  const places = pathsOf(sample);
  const replaced = places.flatMap((_, place) =>
    POISONS.map(
      (poison): FuzzCase => ({
        of,
        place: `${of.name} ${place}`,
        spoil: (body) => replaceAt(body, placeIn(body, place), poison),
      }),
    ),
  );
  const varied = places.flatMap((path, place) =>
    variantsOf(valueAt(sample, path), MEMBERS).map(
      (_, variant): FuzzCase => ({
        of,
        place: `${of.name} members`,
        spoil(body) {
          const at = placeIn(body, place);
          return replaceAt(body, at, variantsOf(valueAt(body, at), MEMBERS)[variant] as string);
        },
      }),
    ),
  );
  const cuts = Array.from(
    { length: 20 },
    (_, index): FuzzCase => ({
      of,
      spoil(body) {
        const text = JSON.stringify(body);
        return text.slice(0, Math.floor((text.length * index) / 20));
      },
    }),
  );
  return [...whole, ...headers, ...replaced, ...varied, ...cuts];
}

function addressCases(of: RouteCase): FuzzCase[] {
  if (!/[{?]/.test(of.path)) return [];
  return ADDRESSES.map((address): FuzzCase => ({ of, address }));
}

/** So many more: two places spoilt at once, or one byte of the body. */
export function randomCases(seed: number, count: number): FuzzCase[] {
  const withBody = ROUTE_CASES.filter(({ body }) => body);
  const nat = fc.nat({ max: 2 ** 31 - 1 });
  return fc.sample(fc.tuple(nat, nat, nat, nat, nat), { seed, numRuns: count }).map(([a, b, c, d, e]): FuzzCase => {
    const of = pick(withBody, a);
    const spoil = (body: Json): Body => {
      const first = replaceAt(body, pick(pathsOf(body), b), pick(POISONS, c));
      if (d % 4 === 0) return withByte(JSON.stringify(body), b, c);
      const twice = JSON.parse(first) as Json;
      return replaceAt(twice, pick(pathsOf(twice).slice(0, 100), d), pick(POISONS, e));
    };
    return { of, spoil };
  });
}

function withByte(text: string, at: number, byte: number): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  bytes[at % bytes.length] = byte % 256;
  return bytes;
}

function placeIn(body: Json, place: number) {
  const path = pathsOf(body)[place];
  if (!path) throw new Error("The body has fewer places than its sample.");
  return path;
}

function pick<T>(list: T[], number: number): T {
  return list[number % list.length] as T;
}
