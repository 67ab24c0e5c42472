import type { Chat } from "@ai-sdk/react";
import { getToolName, type UIMessage } from "ai";
import type { BrowserCall, CallRunner } from "@/lib/browser-tools/run-call";
import { isAnsweredByPerson, isSafeToRepeat } from "@/lib/browser-tools/tool-traits";
import { CANCELLED } from "../chat-ui/cancelled";
import type { Store } from "../thread-api/store";
import type { WaitingCall } from "../thread-api/threads";
import { findCall, isSettled } from "./calls";
import type { ThreadState } from "./thread-state";

export interface BrowserCalls {
  /** A call that the response to this page's own request dispatched. Starts the work and returns. */
  dispatched(call: BrowserCall): void;
  /** Calls that wait after a reload: delivers what this tab already knows, and repeats what is safe to repeat. */
  resume(waiting: WaitingCall[]): void;
  /** "Run now". */
  run(callId: string): void;
  /** A person's answer. */
  answer(callId: string, output: unknown): void;
  cancel(callId: string): void;
}

function added(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set).add(id);
}

function removed(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}

/** Executes the frontend calls of one thread and hands their outcomes to `useChat`, each call once. */
export function createBrowserCalls(
  chat: Chat<UIMessage>,
  state: Store<ThreadState>,
  runner: () => CallRunner,
): BrowserCalls {
  /** Late outcomes of calls that were cancelled or stopped meanwhile are dropped. */
  function settle(callId: string, outcome: { output: unknown } | { errorText: string }): void {
    const call = findCall(chat.messages, callId);
    if (!call || isSettled(call)) return;
    const named = { tool: getToolName(call), toolCallId: callId };
    void ("output" in outcome
      ? chat.addToolOutput({ ...named, output: outcome.output })
      : chat.addToolOutput({ ...named, state: "output-error", errorText: outcome.errorText }));
  }

  function execute(call: BrowserCall): void {
    const { callId } = call;
    const { started, running } = state.get();
    if (running.has(callId)) return;
    state.set({ started: added(started, callId), running: added(running, callId) });
    void runner()
      .run(call)
      .then((outcome) => {
        settle(callId, outcome);
        state.set({ running: removed(state.get().running, callId) });
      });
  }

  return {
    dispatched(call) {
      if (isAnsweredByPerson(call.toolName)) state.set({ started: added(state.get().started, call.callId) });
      else execute(call);
    },
    resume(waiting) {
      for (const call of waiting) {
        const part = findCall(chat.messages, call.callId);
        if (!part || isSettled(part) || isAnsweredByPerson(call.toolName)) continue;
        if (runner().outcomeOf(call) !== null || isSafeToRepeat(call.toolName)) execute(call);
      }
    },
    run(callId) {
      const call = findCall(chat.messages, callId);
      if (call && !isSettled(call)) execute({ callId, toolName: getToolName(call), input: call.input });
    },
    answer: (callId, output) => settle(callId, { output }),
    cancel: (callId) => settle(callId, { errorText: CANCELLED }),
  };
}
