import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Deeds, RaceReply, Racer } from "../../agent/testing/races/racer";
import type { RacerOrder } from "./racer.script";

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
}

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** A server of its own process on a PostgreSQL database. Resolves when it is ready to race. */
export async function startRacer(url: string): Promise<Racer> {
  const path = fileURLToPath(new URL("./racer.script.ts", import.meta.url));
  const child = fork(path, [url], { execArgv: ["--import", "tsx"] });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let orders = 0;
  child.on("message", ({ id, result, error }: Answer) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("The racer's process has ended."));
  });
  const order = (what: WithoutId<RacerOrder>) =>
    new Promise<unknown>((resolve, reject) => {
      orders += 1;
      waiting.set(orders, { resolve, reject });
      child.send({ id: orders, ...what });
    });
  await new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));
  return {
    race: (jobs, at) => order({ do: "race", jobs, at }) as Promise<RaceReply[]>,
    release: () => order({ do: "release" }) as Promise<void>,
    deeds: () => order({ do: "deeds" }) as Promise<Deeds>,
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
