import type { Json } from "../json";
import { type BrowserCall, type CallOutcome, createKeptOutcomes, type KeptOutcomes } from "./kept-outcomes";
import { pageSettled } from "./page-settled";
import { hasHandler } from "./tool-traits";

export type { BrowserCall, CallOutcome };

/** Executes the browser calls of one thread on this page, each call id once. */
export interface CallRunner {
  /** Whether this page has a handler; the others are answered by a person or not at all. */
  handles(toolName: string): boolean;
  /**
   * Runs the call, or returns what became of it: a second request for the same call id (StrictMode, two effects, two
   * providers, "Run now" twice) gets the same promise. Never rejects.
   */
  run(call: BrowserCall): Promise<CallOutcome>;
  /** What this tab has already made of the call, also before a reload; `null` when it has to run. */
  outcomeOf(call: BrowserCall): CallOutcome | null;
  /** For a thread that was reset: its call ids may come again. */
  forget(): void;
}

type Handlers = Record<string, (input: never) => unknown>;

export interface CallRunnerOptions {
  threadId: string;
  /** Own handlers by tool name; default: the order desk's, loaded with the first call. */
  handlers?: Handlers;
  /**
   * Longest time for one call, in seconds, default 60. A handler cannot be interrupted: the call then fails with a text
   * that says its effect is unknown, and what it still returns is dropped. This is also what ends a permission prompt that
   * nobody answers.
   */
  longestSeconds?: number;
  /** Where outcomes outlive a reload; default: the tab's session storage. */
  kept?: KeptOutcomes;
}

function errorText(toolName: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error ?? "");
  return message.trim() || `${toolName} failed without saying why.`;
}

/** The value as it will arrive: `undefined` is null, a date its text, and what is not JSON an error. */
function toOutput(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null) ?? "null") as Json;
}

/**
 * A handler that leaves the page (`location.assign`) must return first and navigate in a later task
 * (`setTimeout(() => location.assign(url))`): its outcome is kept in the tab before that task runs, and the thread's next
 * page finds it in `outcomeOf` and delivers it. A navigation inside the app (`router.push`) needs no such care.
 */
export function createCallRunner(options: CallRunnerOptions): CallRunner {
  const { threadId, handlers, longestSeconds = 60, kept = createKeptOutcomes() } = options;
  const started = new Map<string, Promise<CallOutcome>>();

  // An own property: "constructor" is not a tool.
  const handles = (toolName: string) => (handlers ? Object.hasOwn(handlers, toolName) : hasHandler(toolName));

  async function execute({ toolName, input }: BrowserCall): Promise<CallOutcome> {
    if (!handles(toolName)) return { errorText: `This page has no tool "${toolName}".` };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const text = `${toolName} did not finish within ${longestSeconds} seconds. Whether it took effect is unknown.`;
      timer = setTimeout(() => reject(new Error(text)), longestSeconds * 1_000);
    });
    const work = async () => {
      const all: Handlers = handlers ?? (await import("./handlers")).handlers;
      await pageSettled();
      // The server has checked the arguments against the schema that gives the handler its type.
      return all[toolName]?.((typeof input === "object" && input !== null ? input : {}) as never);
    };
    try {
      return { output: toOutput(await Promise.race([work(), late])) };
    } catch (error) {
      return { errorText: errorText(toolName, error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async function executeAndKeep(call: BrowserCall): Promise<CallOutcome> {
    const outcome = await execute(call);
    kept.keep(threadId, call, outcome);
    return outcome;
  }

  return {
    handles,
    outcomeOf: (call) => kept.find(threadId, call),
    run(call) {
      let outcome = started.get(call.callId);
      if (!outcome) {
        const earlier = kept.find(threadId, call);
        outcome = earlier ? Promise.resolve(earlier) : executeAndKeep(call);
        started.set(call.callId, outcome);
      }
      return outcome;
    },
    forget() {
      started.clear();
      kept.forget(threadId);
    },
  };
}

const runners = new Map<string, CallRunner>();

/** The thread's one runner on this page: every provider, hook and card of the thread must go through it. */
export function callRunnerFor(threadId: string): CallRunner {
  let runner = runners.get(threadId);
  if (!runner) {
    runner = createCallRunner({ threadId });
    runners.set(threadId, runner);
  }
  return runner;
}
