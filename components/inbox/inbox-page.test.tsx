// @vitest-environment happy-dom

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HydratedProvider } from "../shell/hydrated";
import { InboxPage } from "./inbox-page";

const call = (callId: string, toolName: string) => ({ callId, toolName, input: {}, reason: `About ${callId}` });
const wait = (threadId: string, type: string, ...calls: object[]) => ({
  threadId,
  title: `Thread ${threadId}`,
  runId: "run_1",
  after: 7,
  interrupt: { id: "int_1", type, calls },
});

let root: Root;
let waits: object[];
let log: object[];
let submission: () => Response;
const posts: string[] = [];

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  posts.length = 0;
  log = [];
  submission = () => new Response("");
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (input === "/api/inbox") return Response.json({ waits });
    if (input.endsWith("/events?after=7")) return Response.json({ events: log });
    posts.push(`${input} ${String(init?.body)}`);
    return submission();
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  await act(async () =>
    root.render(
      <HydratedProvider>
        <InboxPage />
      </HydratedProvider>,
    ),
  );
  await settled();
}

/** Lets the answers of the stubbed server arrive. */
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));

function card(callId: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-tool-call-id="${callId}"]`);
  if (!found) throw new Error(`There is no card for ${callId}.`);
  return found;
}

async function press(callId: string, name: string): Promise<void> {
  const button = [...card(callId).querySelectorAll("button")].find((each) => each.textContent === name);
  await act(async () => {
    button?.focus();
    button?.click();
  });
  await settled();
}

test("an empty inbox says so", async () => {
  waits = [];
  await open();
  expect(document.body.textContent).toContain("Nothing waits for you");
});

test("an answer stays on its card, and the keyboard goes on at the next question", async () => {
  waits = [
    wait("t0", "tool-results", call("c0", "pick_date")),
    wait("t1", "approval", call("c1", "refund_order"), call("c2", "refund_order")),
  ];
  await open();
  expect(document.querySelector("[role=status]")?.textContent).toBe("3 calls wait for you.");
  log = [{ type: "tool-result", callId: "c1", outcome: { type: "result", value: "250 paid back" } }];
  await press("c1", "Approve");
  expect(posts).toEqual(['/api/threads/t1/approvals {"decisions":{"c1":"approve"},"via":"the inbox"}']);
  expect(card("c1").textContent).toContain("Approved by you");
  expect(card("c1").textContent).toContain("250 paid back");
  expect(document.querySelector("[role=status].sr-only")?.textContent).toBe("refund_order: Done.");
  expect(card("c1").querySelector("button")).toBeNull();
  expect(document.activeElement).toBe(card("c2"));
  await press("c2", "Reject");
  // Nothing is open below: back to the first that is.
  expect(document.activeElement).toBe(card("c0"));
  await press("c0", "Cancel");
  expect(document.querySelector("[role=status]")?.textContent).toBe("Everything is answered.");
  expect(document.activeElement).toBe(card("c0"));
});

test("a card that was answered elsewhere says by what", async () => {
  waits = [wait("t1", "approval", call("c1", "refund_order"))];
  submission = () =>
    Response.json({ error: { code: "no-run", message: "…", settled: { c1: { type: "rejected" } } } }, { status: 400 });
  await open();
  await press("c1", "Approve");
  expect(card("c1").textContent).toContain("Already rejected elsewhere.");
});

test("a call that only a page can run leads there; a date is asked for in place", async () => {
  waits = [
    wait("t/1", "tool-results", call("c1", "fill_field")),
    wait("t2", "tool-results", { ...call("c2", "pick_date"), input: { label: "When?" } }),
  ];
  await open();
  const link = [...document.querySelectorAll("a")].find((each) => each.textContent === "Run it in the conversation");
  expect(link?.getAttribute("href")).toMatch(/^\/\w+\/t%2F1$/);
  expect(card("c2").textContent).toContain("When?");
  await press("c2", "Cancel");
  expect(posts).toEqual(['/api/threads/t2/results {"results":{"c2":{"error":"Frontend tool execution cancelled."}}}']);
  expect(card("c2").dataset.state).toBe("output-error");
});
