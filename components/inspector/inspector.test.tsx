// @vitest-environment happy-dom

import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HydratedProvider } from "../shell/hydrated";
import { onThreadChange } from "../threads/thread-changes";
import { Inspector } from "./inspector";
import { refundLog } from "./testing/frames";

/** The page's stream, in the test's hand. */
class Stream {
  static all: Stream[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    Stream.all.push(this);
  }
  close() {
    this.closed = true;
  }
  send(count: number, first = 0) {
    this.onopen?.();
    for (const native of refundLog.slice(first, first + count)) {
      const received = [{ type: "start" }];
      const item = { type: "wire", number: native.number, native, aiSdk: received, agUi: received };
      this.onmessage?.({ data: JSON.stringify(item) });
    }
  }
}

const call = { callId: "c1", toolName: "refund_order", input: { orderId: "A-1001", amount: 250 }, reason: "Above 100" };
const suspended = {
  runId: "run_1",
  status: "suspended",
  attempt: 1,
  interrupt: { id: "int", type: "approval", calls: [call] },
  agent: "order-desk",
  model: "demo",
  mode: "stream",
  heartbeatAt: null,
  startedAt: new Date(1000).toISOString(),
  endedAt: null,
  silentSeconds: null,
  dead: false,
  stopRequested: false,
  firstEvent: 0,
  lastEvent: 11,
  committedEvent: 11,
};

let answer: () => Response;
const inspected =
  (run: object | null, faultLab = false) =>
  () =>
    Response.json({ threadId: "t1", title: "A refund", leaseSeconds: 60, faultLab, run });
const fetched = vi.fn(async (_path: string) => answer());

let root: Root;
const text = () => document.body.textContent ?? "";
const show = () =>
  act(async () => {
    root.render(
      <HydratedProvider>
        <Inspector threadId="t1" />
      </HydratedProvider>,
    );
    await vi.advanceTimersByTimeAsync(50);
  });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("EventSource", Stream);
  Stream.all = [];
  fetched.mockClear();
  document.body.innerHTML = "<div id='root'></div>";
  root = createRoot(document.getElementById("root")!);
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a run is shown with its wait, its calls and its log", async () => {
  answer = inspected(suspended);
  await show();
  expect(Stream.all[0]?.url).toBe("/api/threads/t1/wire?from=0&after=0");
  await act(async () => Stream.all[0]?.send(11));
  await wait(100);
  expect(document.querySelector("[data-run-status]")?.getAttribute("data-run-status")).toBe("suspended");
  expect(document.querySelectorAll("[data-call-id]")).toHaveLength(1);
  expect(document.querySelector('[data-type="run-suspended"] [data-received]')?.textContent).toBe("start");
  expect(text()).toContain("Segment 1attempt 1, started by the question");
  expect(text()).not.toContain("Fault lab");
});

test("when the stream has ended it is opened again only for what is new", async () => {
  answer = inspected(suspended);
  await show();
  await act(async () => Stream.all[0]?.send(11));
  await act(async () => Stream.all[0]?.onerror?.());
  expect(text()).toContain("everything is read");
  await wait(6000);
  expect(Stream.all).toHaveLength(1);
  const changed = vi.fn();
  const unsubscribe = onThreadChange(changed);
  answer = inspected({ ...suspended, status: "completed", attempt: 2, interrupt: null, lastEvent: 17 });
  await wait(3000);
  unsubscribe();
  expect(changed).toHaveBeenCalledOnce();
  expect(Stream.all[1]?.url).toBe("/api/threads/t1/wire?from=0&after=11");
  await act(async () => Stream.all[1]?.send(7, 10));
  await wait(100);
  // The event that came again is not shown again.
  expect(document.querySelectorAll("[data-number]")).toHaveLength(refundLog.length - 1);
  expect(text()).toContain("Segment 2attempt 2, continued by answers");
});

test("a thread that is not there is an empty state, and begins when it does", async () => {
  answer = () => Response.json({ error: { code: "not-found", message: "There is no such thread." } }, { status: 404 });
  await show();
  expect(text()).toContain("There is nothing to inspect here");
  answer = inspected(suspended);
  await wait(3000);
  expect(text()).not.toContain("There is nothing to inspect here");
  expect(Stream.all).toHaveLength(1);
});

test("a server that cannot be reached is said, and asked again", async () => {
  answer = () => {
    throw new TypeError("no network");
  };
  await show();
  expect(document.querySelector("[role=alert]")?.textContent).toContain("cannot be reached");
  answer = inspected(suspended, true);
  await wait(3000);
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(text()).toContain("Fault lab");
});

test("a connection that was dropped on purpose stays away until it is taken up", async () => {
  answer = inspected({ ...suspended, status: "running", interrupt: null, silentSeconds: 0.2, lastEvent: 14 }, true);
  await show();
  await act(async () => Stream.all[0]?.send(5));
  const drop = [...document.querySelectorAll("button")].find((button) => button.textContent === "Drop the connection");
  await act(async () => drop?.click());
  await wait(1500);
  expect(Stream.all).toHaveLength(1);
  expect(Stream.all[0]?.closed).toBe(true);
  await wait(1000);
  expect(Stream.all[1]?.url).toBe("/api/threads/t1/wire?from=0&after=5");
});
