import { accept, isComplete, judge, type Named } from "./answers";
import { goOn, release } from "./progress";
import type { RunState } from "./state";
import { isAlive, latest, runOf, type World } from "./world";

/** A request as it is made: questions by tag, calls by what the thread knows of them. */
export type Act =
  | { type: "ask"; process: number; tag: string }
  | { type: "regenerate"; process: number; tag: string }
  | { type: "answer"; process: number; named: Named[]; strict: boolean; question: string | null; accepted?: Named[] }
  | { type: "stop"; process: number }
  | { type: "recover"; process: number; fence: Fence }
  | { type: "abandon"; process: number }
  | { type: "reset"; process: number }
  | { type: "release" };

export type Fence = "right" | "wrong run" | "wrong attempt" | "none";

/** What may come back: how the request was accepted, the code it was refused with, or what a verb returns. */
export type Reply = string;

/**
 * The rules (contract §3, architecture §4–5): what an act makes of the world, and the replies that are right. Changes
 * `world`; a refused act changes nothing.
 */
export function expected(world: World, act: Act): Reply[] {
  switch (act.type) {
    case "ask":
      return ask(world, act.process, act.tag);
    case "regenerate":
      return regenerate(world, act.process, act.tag);
    case "answer":
      return answer(world, act);
    case "stop":
      return [String(stop(world, act.process))];
    case "recover":
      return recover(world, act.process, act.fence);
    case "abandon":
      return abandon(world);
    case "reset":
      return reset(world);
    case "release": {
      const { owner } = world;
      if (typeof owner === "number") release(world, owner);
      return ["released"];
    }
  }
}

function ask(world: World, process: number, tag: string): Reply[] {
  const known = runOf(world, tag);
  const run = latest(world);
  if (!known) {
    if (run?.status === "suspended" || (run && isAlive(world, run))) return ["run-in-flight"];
    if (run?.status === "running") cancel(world, run, "cancelled");
    return start(world, process, tag);
  }
  if (known.status === "suspended") return ["run-in-flight"];
  if (isAlive(world, known)) return ["following"];
  if (known.status === "completed" || known.status === "cancelled") return ["replayed"];
  if (known !== run) return ["stale"];
  goOn(world, process);
  return ["started"];
}

function start(world: World, process: number, tag: string): Reply[] {
  world.thread.runs.push({ key: tag, status: "running", stepsDone: 0, calls: [], wait: null });
  goOn(world, process);
  return ["started"];
}

function regenerate(world: World, process: number, tag: string): Reply[] {
  const known = runOf(world, tag);
  if (!known) return ["invalid-input"];
  if (known.status === "suspended" || isAlive(world, known)) return ["run-in-flight"];
  if (known !== latest(world)) return ["stale"];
  if (known.status === "running") cancel(world, known, "cancelled");
  // Its answer is replaced: what it said shows nowhere any more.
  Object.assign(known, { calls: [], stepsDone: 0 });
  return start(world, process, tag);
}

function answer(world: World, act: Act & { type: "answer" }): Reply[] {
  const run = latest(world);
  const { named, strict, question } = act;
  if (question !== null && run?.status !== "suspended") return ask(world, act.process, question);
  if (!run || (run.status !== "suspended" && run.status !== "running")) return ["no-run"];
  const { refusals, fresh } = judge(run, named, strict);
  if (refusals.length > 0) return question === null ? refusals : [...refusals, "run-in-flight"];
  if (run.status === "running") return ["following"];
  const answered = new Set([...(run.wait?.answered ?? []), ...fresh.map(({ call }) => call.at)]);
  if (question !== null && !run.wait?.calls.every((at) => answered.has(at))) return ["run-in-flight"];
  if (fresh.length === 0) return ["kept"];
  accept(run, fresh);
  act.accepted = fresh;
  if (question !== null) {
    cancel(world, run, "cancelled");
    return start(world, act.process, question);
  }
  if (!isComplete(run)) return ["kept"];
  goOn(world, act.process);
  return ["continued"];
}

function stop(world: World, process: number): boolean {
  const run = latest(world);
  if (run?.status !== "suspended" && run?.status !== "running") return false;
  // Its own process keeps what the model had said so far.
  const keepsText = isAlive(world, run) && world.owner === process;
  cancel(world, run, "stopped");
  if (keepsText) run.stepsDone += 1;
  return true;
}

function recover(world: World, process: number, fence: Fence): Reply[] {
  const run = latest(world);
  if (!run) return ["no-run"];
  if (fence.startsWith("wrong")) return ["stale"];
  if (run.status === "completed" || run.status === "cancelled") return ["no-run"];
  if (run.status === "suspended" || isAlive(world, run)) return ["run-in-flight"];
  goOn(world, process);
  return ["started"];
}

function abandon(world: World): Reply[] {
  const run = latest(world);
  if (!run || run.status === "completed" || run.status === "cancelled") return ["false"];
  if (run.status === "suspended" || isAlive(world, run)) return ["run-in-flight"];
  cancel(world, run, "cancelled");
  return ["true"];
}

function reset(world: World): Reply[] {
  const run = latest(world);
  if (run && isAlive(world, run)) return ["run-in-flight"];
  world.thread = { runs: [] };
  world.owner = null;
  return ["reset"];
}

/** A run that ends without an answer leaves no call open. */
function cancel(world: World, run: RunState, outcome: "stopped" | "cancelled"): void {
  for (const call of run.calls) if (call.outcome === null) Object.assign(call, { outcome, begun: false });
  Object.assign(run, { status: "cancelled", wait: null });
  Object.assign(world, { owner: null, expired: false, heldFails: false });
}
