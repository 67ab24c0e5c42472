import type { Json } from "@/lib/json";
import type { RuntimeCall } from "@/lib/protocols/copilotkit/runtime-call";

/** What a request is about. */
export interface Aim {
  threadId: string;
  callId: string;
  runId: string;
  attempt: number;
  /** A message id that nobody has used. */
  messageId: string;
}

/** One valid way to use one method of one route file. */
export interface RouteCase {
  name: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{threadId}` stands for the aim's thread. */
  path: string;
  body?: (aim: Aim) => Json;
  /** The thread that the request makes sense on. */
  on: "approval" | "results" | "finished" | "fresh" | "nothing";
}

const AGENT = "/api/copilotkit/agent/default";

const ask = (text: string) => ({ type: "text", text });
const toolPart = (aim: Aim, rest: { [key: string]: Json }) => ({
  type: "tool-read_title",
  toolCallId: aim.callId,
  input: {},
  ...rest,
});
const toolCall = (aim: Aim) => ({
  id: aim.callId,
  type: "function",
  function: { name: "read_title", arguments: "{}" },
});
const declared = {
  name: "read_title",
  description: "The title of the page",
  parameters: { type: "object", properties: { of: { type: "string" } }, required: ["of"] },
};

function chat(aim: Aim, messages: Json[]): Json {
  return { id: aim.threadId, messages, trigger: "submit-message", messageId: aim.messageId };
}

function agUi(aim: Aim, rest: { [key: string]: Json }): Json {
  const base = { threadId: aim.threadId, runId: "request-1", messages: [], tools: [], context: [], state: {} };
  return { ...base, forwardedProps: {}, ...rest };
}

const question = (aim: Aim) => ({ id: aim.messageId, role: "user", content: "Hello" });
const resume = (aim: Aim) => [{ interruptId: aim.callId, status: "resolved", payload: { approved: true, reason: "" } }];
const toolResult = (aim: Aim): Json[] => [
  { id: "a1", role: "assistant", content: "", toolCalls: [toolCall(aim)] },
  { id: `result_${aim.callId}`, role: "tool", toolCallId: aim.callId, content: "Order desk" },
];

const copilotKit: Record<RuntimeCall["type"], RouteCase[]> = {
  info: [{ name: "CopilotKit: info", method: "GET", path: "/api/copilotkit/info", on: "nothing" }],
  run: [
    {
      name: "CopilotKit: a question",
      method: "POST",
      path: `${AGENT}/run`,
      body: (aim) => agUi(aim, { messages: [question(aim)], tools: [declared] }),
      on: "fresh",
    },
    {
      name: "CopilotKit: a decision",
      method: "POST",
      path: `${AGENT}/run`,
      body: (aim) => agUi(aim, { resume: resume(aim) }),
      on: "approval",
    },
  ],
  connect: [
    {
      name: "CopilotKit: connect",
      method: "POST",
      path: `${AGENT}/connect`,
      body: (aim) => agUi(aim, {}),
      on: "finished",
    },
  ],
  stop: [
    {
      name: "CopilotKit: stop",
      method: "POST",
      path: `${AGENT}/stop/{threadId}`,
      body: (aim) => ({ runId: aim.runId }),
      on: "finished",
    },
  ],
};

const post = (name: string, path: string, on: RouteCase["on"], body?: RouteCase["body"]): RouteCase => ({
  name,
  method: "POST",
  path,
  on,
  ...(body && { body }),
});
const get = (name: string, path: string, on: RouteCase["on"]): RouteCase => ({ name, method: "GET", path, on });

/** Every method of every route at least once, with every kind of body that it takes. */
export const ROUTE_CASES: RouteCase[] = [
  post("AI SDK: a question", "/api/chat", "fresh", (aim) =>
    chat(aim, [{ id: aim.messageId, role: "user", parts: [ask("Hello")] }]),
  ),
  post("AI SDK: a question after an answer", "/api/chat", "results", (aim) =>
    chat(aim, [
      { id: "a1", role: "assistant", parts: [toolPart(aim, { state: "output-error", errorText: "thrown" })] },
      { id: aim.messageId, role: "user", parts: [ask("And now?")] },
    ]),
  ),
  post("AI SDK: a result", "/api/chat", "results", (aim) =>
    chat(aim, [
      {
        id: "a1",
        role: "assistant",
        parts: [{ type: "step-start" }, toolPart(aim, { state: "output-available", output: { title: "Order desk" } })],
      },
    ]),
  ),
  post("AI SDK: a decision", "/api/chat", "approval", (aim) =>
    chat(aim, [
      {
        id: "a1",
        role: "assistant",
        parts: [
          toolPart(aim, { state: "approval-responded", approval: { id: aim.callId, approved: true, reason: "fine" } }),
        ],
      },
    ]),
  ),
  get("AI SDK: history", "/api/chat/{threadId}?limit=20&before=x", "finished"),
  get("AI SDK: reattach", "/api/chat/{threadId}/stream", "finished"),
  post("AG-UI: a question with tools", "/api/agui", "fresh", (aim) =>
    agUi(aim, { messages: [question(aim)], tools: [declared] }),
  ),
  post("AG-UI: a question in parts", "/api/agui", "fresh", (aim) =>
    agUi(aim, { messages: [{ ...question(aim), content: [ask("Hello")] }] }),
  ),
  post("AG-UI: a result", "/api/agui", "results", (aim) => agUi(aim, { messages: toolResult(aim) })),
  post("AG-UI: a decision", "/api/agui", "approval", (aim) => agUi(aim, { resume: resume(aim) })),
  get("AG-UI: hydrate", "/api/agui/threads/{threadId}?limit=20&before=x", "finished"),
  get("AG-UI: follow", "/api/agui/threads/{threadId}/stream?after=0&limit=20&runId=r", "finished"),
  ...Object.values(copilotKit).flat(),
  get("native: inspect", "/api/threads/{threadId}", "finished"),
  get("native: the log", "/api/threads/{threadId}/events?after=0", "finished"),
  post("native: a question", "/api/threads/{threadId}/messages", "fresh", (aim) => ({
    text: "Hello",
    id: aim.messageId,
  })),
  post("native: a decision", "/api/threads/{threadId}/approvals", "approval", (aim) => ({
    decisions: { [aim.callId]: ["reject", "too much"] },
  })),
  post("native: a result", "/api/threads/{threadId}/results", "results", (aim) => ({
    results: { [aim.callId]: { result: { title: "Order desk", rows: [1, null, "two"] } } },
  })),
  post("native: an error", "/api/threads/{threadId}/results", "results", (aim) => ({
    results: { [aim.callId]: { error: "no such element" } },
  })),
  post("native: recover", "/api/threads/{threadId}/recover", "finished", ({ runId, attempt }) => ({ runId, attempt })),
  post("native: stop", "/api/threads/{threadId}/stop", "finished"),
  post("native: abandon", "/api/threads/{threadId}/abandon", "finished"),
  {
    name: "native: rename",
    method: "PATCH",
    path: "/api/threads/{threadId}",
    on: "finished",
    body: () => ({ title: "Mine" }),
  },
  get("native: usage", "/api/threads/{threadId}/usage?runId=x", "finished"),
  { name: "native: delete", method: "DELETE", path: "/api/threads/{threadId}", on: "fresh" },
  get("inspector: the run", "/api/threads/{threadId}/inspector", "finished"),
  get("inspector: a prompt", "/api/threads/{threadId}/prompt?messageId=x", "finished"),
  get("inspector: the wire", "/api/threads/{threadId}/wire?from=0&after=0", "finished"),
  post("inspector: a fault", "/api/threads/{threadId}/faults", "finished", () => ({ fault: "dead" })),
  get("threads", "/api/threads", "nothing"),
  get("inbox", "/api/inbox", "nothing"),
  get("orders", "/api/orders", "nothing"),
  get("an order", "/api/orders/A-1001", "nothing"),
  get("health", "/api/health", "nothing"),
  get("retention", "/api/cron/retention", "nothing"),
  get("session", "/api/session", "nothing"),
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map(
    (method): RouteCase => ({ name: `nowhere: ${method}`, method, path: "/api/nowhere/at/all", on: "nothing" }),
  ),
];

/** The request's path for an aim. */
export function pathOf({ path }: Pick<RouteCase, "path">, { threadId }: Pick<Aim, "threadId">): string {
  return path.replace("{threadId}", encodeURIComponent(threadId));
}
