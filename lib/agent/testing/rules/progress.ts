import type { CallState, RunState } from "./state";
import { latest, type World } from "./world";

const NEEDS_APPROVAL = ["refund", "copy"];
const ON_SERVER = ["clock", "pay", "refund"];
const RESULTS: Record<string, string> = {
  clock: 'result: {"time":"12:00"}',
  pay: 'result: {"paid":50}',
  refund: 'result: {"paid":250}',
};

/**
 * Lets the latest run go on in a process, as far as it gets: until it waits for a person or a browser, for the model to
 * be released, or has ended. Changes `world`.
 */
export function goOn(world: World, process: number): void {
  const run = latest(world);
  if (!run) throw new Error("Nothing runs.");
  Object.assign(run, { status: "running", wait: null });
  Object.assign(world, { owner: process, expired: false, heldFails: false });
  while (run.status === "running") {
    if (run.calls.some((call) => call.outcome === null)) callTools(run);
    if (run.status === "running" && askModel(world, run, process) === "held") return;
  }
  world.owner = null;
}

/** The model call that was held goes on in the process that made it. */
export function release(world: World, process: number): void {
  const run = latest(world);
  if (!run) throw new Error("Nothing runs.");
  world.expired = false;
  if (world.heldFails) Object.assign(run, { status: "failed" });
  else finishStep(world, run);
  world.heldFails = false;
  if (run.status === "running") goOn(world, process);
  else world.owner = null;
}

function askModel(world: World, run: RunState, process: number): "held" | "answered" {
  if (hasAnswer(run)) {
    // It is stored; only the end of the run is not.
    run.status = "completed";
    return "answered";
  }
  world.modelCalls += 1;
  const fails = (world.failures[process] ?? 0) > 0;
  if (fails) world.failures[process] = (world.failures[process] ?? 0) - 1;
  if (world.plans[run.key]?.steps[run.stepsDone]?.holds) {
    world.heldFails = fails;
    return "held";
  }
  if (fails) run.status = "failed";
  else finishStep(world, run);
  return "answered";
}

/** Whether the model has said its last word: a step without calls. */
function hasAnswer(run: RunState): boolean {
  return run.stepsDone > 0 && !run.calls.some((call) => call.at.startsWith(`${run.stepsDone - 1}.`));
}

function finishStep(world: World, run: RunState): void {
  const calls = world.plans[run.key]?.steps[run.stepsDone]?.calls ?? [];
  for (const [index, call] of calls.entries()) {
    const at = `${run.stepsDone}.${index}`;
    run.calls.push({ at, callId: "", call, decision: null, outcome: null, begun: false });
  }
  run.stepsDone += 1;
  if (calls.length === 0) run.status = "completed";
}

/** One batch in its phases. */
function callTools(run: RunState): void {
  const open = () => run.calls.filter((call) => call.outcome === null);
  const server = (call: CallState) => ON_SERVER.includes(call.call) || call.call === "explode";
  execute(
    run,
    open().filter((call) => server(call) && !NEEDS_APPROVAL.includes(call.call)),
  );
  // What a step says beside what it executes is stored with the step.
  if (run.status === "failed") return;
  for (const call of open()) if (call.call === "unknown") call.outcome = "invalid";
  const undecided = open().filter((call) => NEEDS_APPROVAL.includes(call.call) && call.decision === null);
  if (undecided.length > 0) {
    wait(run, "approval", undecided);
    return;
  }
  execute(run, open().filter(server));
  const frontend = open();
  if (frontend.length > 0) wait(run, "tool-results", frontend);
}

function execute(run: RunState, calls: CallState[]): void {
  for (const call of calls) {
    if (call.begun) Object.assign(call, { outcome: "unknown", begun: false });
    else if (call.call === "explode") {
      run.status = "failed";
      call.begun = true;
    } else call.outcome = RESULTS[call.call] ?? null;
  }
}

function wait(run: RunState, type: "approval" | "tool-results", calls: CallState[]): void {
  run.status = "suspended";
  run.wait = { type, calls: calls.map((call) => call.at), answered: [] };
}
