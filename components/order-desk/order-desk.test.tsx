// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Order } from "@/lib/agents/order-desk/order.schema";
import { handlers } from "@/lib/browser-tools/handlers";
import { OrderDesk } from "./order-desk";

const ORDERS: Order[] = [
  {
    orderId: "A-1001",
    customer: "Mara Lindqvist",
    item: "Walnut desk tray",
    status: "processing",
    total: 48,
    placedAt: "2026-03-02T09:15:00.000Z",
    refunds: [],
  },
  {
    orderId: "A-1002",
    customer: "Tomás Rivera",
    item: "Linen notebook",
    status: "shipped",
    total: 240.5,
    placedAt: "2026-03-01T16:40:00.000Z",
    refunds: [{ callId: "call_9", amount: 40 }],
  },
];

/** Answers of the server, first one first; the last one is repeated. */
let answers: (() => Promise<Response>)[] = [];
const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const requests = vi.fn(async (_url: string, _init?: RequestInit) => {
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  if (!answer) throw new TypeError("no network");
  return answer();
});

let root: Root;
const render = (refreshKey = 0) =>
  act(async () => {
    root.render(<OrderDesk refreshKey={refreshKey} />);
  });
const $ = (selector: string) => document.querySelector<HTMLElement>(selector);
const click = (selector: string) => act(async () => $(selector)?.click());
const reloadPage = async () => {
  await act(async () => root.unmount());
  root = createRoot($("main")!);
  await render();
};

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", requests);
  requests.mockClear();
  sessionStorage.clear();
  answers = [json({ orders: ORDERS })];
  document.body.innerHTML = "<main></main>";
  root = createRoot($("main")!);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

describe("loading", () => {
  test("the server's first paint says that it is loading, for people and for tools", () => {
    const html = renderToString(<OrderDesk />);
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain("Loading the orders…");
  });

  test("the orders of the session are asked for and shown one per row", async () => {
    await render();
    expect(requests).toHaveBeenCalledExactlyOnceWith("/api/orders", expect.anything());
    const rows = [...document.querySelectorAll<HTMLElement>(".order-row")];
    expect(rows.map((row) => [row.dataset.orderId, row.dataset.status])).toEqual([
      ["A-1001", "processing"],
      ["A-1002", "shipped"],
    ]);
    expect($("[data-agent-surface]")?.getAttribute("aria-busy")).toBe("false");
  });

  test("a desk without orders says so", async () => {
    answers = [json({ orders: [] })];
    await render();
    expect($("#summary")?.textContent).toBe("No orders yet.");
    expect($("main")?.textContent).toContain("New orders of this session will show here.");
    expect($("form")).toBeNull();
  });

  test.each([
    ["an error of the server", json({ error: {} }, 503)],
    ["no network", () => Promise.reject(new TypeError("no network"))],
  ])("after %s, another attempt shows the orders", async (_what, failure) => {
    answers = [failure, json({ orders: ORDERS })];
    await render();
    expect($("[role=alert]")?.textContent).toContain("The orders could not be loaded.");
    await click("[role=alert] button");
    expect($("[role=alert]")).toBeNull();
    expect(document.querySelectorAll(".order-row")).toHaveLength(2);
  });

  test("a failure is repeated by itself a few times, then whenever the page is looked at again", async () => {
    vi.useFakeTimers();
    try {
      answers = [json({}, 503)];
      await render();
      const pass = async (seconds: number, asked: number) => {
        await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
        expect(requests).toHaveBeenCalledTimes(asked);
      };
      await pass(1, 1);
      await pass(1, 2);
      await pass(4, 2);
      await pass(1, 3);
      await pass(15, 4);
      await pass(3600, 4);
      expect($("[role=alert]")?.textContent).toContain("The orders could not be loaded.");
      let arrive = (_response: Response) => {};
      answers = [() => new Promise((resolve) => (arrive = resolve))];
      await act(async () => document.dispatchEvent(new Event("visibilitychange")));
      expect($("[role=alert] button")?.textContent).toBe("Loading…");
      await act(async () => arrive(Response.json({ orders: ORDERS })));
      expect(document.querySelectorAll(".order-row")).toHaveLength(2);
      expect($("[role=alert]")).toBeNull();
      await pass(3600, 5);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("refreshing", () => {
  test("another refresh key shows the new refund; meanwhile the old rows stay and the desk is busy", async () => {
    await render();
    let arrive = (_response: Response) => {};
    answers = [() => new Promise((resolve) => (arrive = resolve))];
    await render(1);
    expect(document.querySelectorAll(".order-row")).toHaveLength(2);
    expect($("[data-agent-surface]")?.getAttribute("aria-busy")).toBe("true");
    const refunded = { ...ORDERS[0], refunds: [{ callId: "call_1", amount: 12.5 }] };
    await act(async () => arrive(Response.json({ orders: [refunded, ORDERS[1]] })));
    expect($('[data-order-id="A-1001"]')?.textContent).toContain("$12.50 refunded");
    expect($("#summary")?.textContent).toBe("2 orders: 1 processing, 1 shipped. $52.50 refunded.");
    expect($("[data-agent-surface]")?.getAttribute("aria-busy")).toBe("false");
  });

  test("when refreshing fails, the known orders stay under the error", async () => {
    await render();
    answers = [json({}, 500)];
    await render(1);
    expect($("[role=alert]")).not.toBeNull();
    expect(document.querySelectorAll(".order-row")).toHaveLength(2);
  });

  test("an answer that a newer request has overtaken changes nothing", async () => {
    let arriveLate = (_response: Response) => {};
    answers = [() => new Promise((resolve) => (arriveLate = resolve)), json({ orders: ORDERS })];
    await render(0);
    await render(1);
    await act(async () => arriveLate(Response.json({ orders: [] })));
    expect(document.querySelectorAll(".order-row")).toHaveLength(2);
  });
});

describe("one order", () => {
  test("the first is selected; choosing another shows it with its refunds", async () => {
    await render();
    expect($("h2")?.textContent).toBe("Walnut desk tray");
    await click('[data-order-id="A-1002"] button');
    expect($("h2")?.textContent).toBe("Linen notebook");
    expect($(".refund-row")?.dataset.callId).toBe("call_9");
    expect($(".refund-row")?.textContent).toContain("$40.00");
    expect($('[aria-current="true"]')?.textContent).toBe("A-1002");
  });

  test("choosing an order brings its details into view only where they are out of it", async () => {
    await render();
    const details = $("h2")?.closest<HTMLElement>(".self-start");
    const scroll = vi.fn();
    Object.assign(details ?? {}, { scrollIntoView: scroll });
    vi.spyOn(details!, "getBoundingClientRect").mockReturnValue({ top: 400 } as DOMRect);
    await click('[data-order-id="A-1002"] button');
    expect(scroll).not.toHaveBeenCalled();
    vi.spyOn(details!, "getBoundingClientRect").mockReturnValue({ top: 900 } as DOMRect);
    await click('[data-order-id="A-1001"] button');
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: "start" });
  });

  test("arrow keys walk through the rows, of which Tab meets one", async () => {
    await render();
    const press = (key: string) =>
      act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    const tabStops = [...document.querySelectorAll("tbody button")].filter(
      (button) => (button as HTMLElement).tabIndex === 0,
    );
    expect(tabStops.map((button) => button.textContent)).toEqual(["A-1001"]);
    $("tbody button")?.focus();
    await press("ArrowDown");
    expect(document.activeElement?.textContent).toBe("A-1002");
    await press("ArrowDown");
    expect(document.activeElement?.textContent).toBe("A-1002");
    await press("Home");
    expect(document.activeElement?.textContent).toBe("A-1001");
  });

  test("selection and entries survive a reload, each order with its own", async () => {
    await render();
    await click('[data-order-id="A-1002"] button');
    await act(async () => handlers.fill_field({ selector: "#email", value: "tomas@example.com" }));
    await reloadPage();
    expect(handlers.read_form({})).toMatchObject({ customer: "Tomás Rivera", email: "tomas@example.com" });
    await click('[data-order-id="A-1001"] button');
    expect(handlers.read_form({})).toMatchObject({ customer: "Mara Lindqvist", email: "" });
  });

  test("reset forgets the entries", async () => {
    await render();
    await act(async () => handlers.fill_field({ selector: "#note", value: "Ring twice" }));
    await act(async () =>
      [...document.querySelectorAll("button")].find((button) => button.textContent === "Reset")?.click(),
    );
    expect(handlers.read_form({})).toMatchObject({ note: "" });
    await reloadPage();
    expect(handlers.read_form({})).toMatchObject({ note: "" });
  });
});

describe("what the agent finds", () => {
  test("every field of the form by its id", async () => {
    await render();
    for (const [selector, value] of [
      ["#customer", "Mara L."],
      ["#email", "mara@example.com"],
      ["#delivery-date", "2026-04-01"],
      ["#note", "Ring twice"],
      ["#gift-wrap", "true"],
      ["#express", "true"],
    ] as const) {
      await act(async () => handlers.fill_field({ selector, value }));
    }
    expect(handlers.read_form({})).toEqual({
      customer: "Mara L.",
      email: "mara@example.com",
      "delivery-date": "2026-04-01",
      note: "Ring twice",
      "gift-wrap": true,
      express: true,
    });
    expect(handlers.is_checked({ selector: "#gift-wrap" })).toBe(true);
  });

  test("headings, summary, rows and their attributes", async () => {
    await render();
    expect(handlers.list_headings({})).toEqual([
      { level: 1, text: "Order desk" },
      { level: 2, text: "Walnut desk tray" },
      { level: 3, text: "Shipping" },
    ]);
    expect(handlers.read_text({ selector: "#summary" })).toBe("2 orders: 1 processing, 1 shipped. $40.00 refunded.");
    expect(handlers.count_elements({ selector: ".order-row" })).toBe(2);
    expect(handlers.read_attribute({ selector: ".order-row", name: "data-status" })).toBe("processing");
  });

  test("nothing on the desk is mistaken for the conversation's own names", async () => {
    await render();
    expect($("[data-agent-surface] :is([role=log], [role=status], article)")).toBeNull();
  });
});
