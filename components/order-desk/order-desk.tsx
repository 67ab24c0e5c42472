"use client";

import { useRef, useState } from "react";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";
import { Button } from "../ui/button";
import { summarise } from "./format";
import { OrderDetails } from "./order-details";
import { OrderTable } from "./order-table";
import { useOrders } from "./use-orders";

/** A reload comes back to the order that the person, and with them the agent, was working on. */
const selection = createSessionCopy({
  name: "selected-order",
  version: 1,
  isValid: (value): value is string => typeof value === "string",
});

function Placeholder() {
  return (
    <div aria-hidden className="flex animate-pulse flex-col gap-5 border-t px-5 py-4">
      {["w-3/4", "w-1/2", "w-4/5", "w-3/5", "w-2/3"].map((width) => (
        <div key={width} className="flex flex-col gap-2">
          <div className={`h-3.5 rounded bg-muted ${width}`} />
          <div className="h-3 w-1/3 rounded bg-muted" />
        </div>
      ))}
    </div>
  );
}

/** Stays while the orders load again: what tries by itself neither flickers nor takes the focus from the button. */
function Failure({ loading, onRetry }: { loading: boolean; onRetry(): void }) {
  return (
    <div
      role="alert"
      className="mx-5 mb-5 flex flex-wrap items-center gap-3 rounded-lg border border-danger/40 px-3 py-2"
    >
      <p className="mr-auto text-sm text-danger">The orders could not be loaded.</p>
      <Button onClick={onRetry}>{loading ? "Loading…" : "Load again"}</Button>
    </div>
  );
}

export interface OrderDeskProps {
  /** Change it when something on the server may have changed the orders, for example after a refund. */
  refreshKey?: string | number;
}

/**
 * The order desk that the agent works on: the session's orders and the shipping form of the selected one. What the
 * agent's browser tools rely on: `data-agent-surface`, `aria-busy` while loading, `#summary`, `.order-row`, the form.
 */
export function OrderDesk({ refreshKey = 0 }: OrderDeskProps) {
  const { orders, loading, failed, reload } = useOrders(refreshKey);
  const [chosenId, setChosenId] = useState(() => selection.load("desk"));
  const details = useRef<HTMLDivElement>(null);
  const selected = orders?.find((order) => order.orderId === chosenId) ?? orders?.[0] ?? null;

  function select(orderId: string): void {
    setChosenId(orderId);
    selection.save("desk", orderId);
    // On a phone the details are below the list: without this, choosing an order would seem to do nothing.
    const top = details.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.8) details.current?.scrollIntoView({ block: "start" });
  }

  return (
    <section
      aria-labelledby="desk-heading"
      aria-busy={loading}
      data-agent-surface
      className="@container bg-card text-card-foreground"
    >
      <header className="flex flex-col gap-1 p-5">
        <h1 id="desk-heading" className="text-xl font-semibold tracking-tight">
          Order desk
        </h1>
        <p id="summary" className="text-sm text-muted-foreground">
          {orders ? summarise(orders) : failed ? "No orders are shown." : "Loading the orders…"}
        </p>
      </header>
      {failed && <Failure loading={loading} onRetry={reload} />}
      {!orders && loading && <Placeholder />}
      {orders?.length === 0 && (
        <p className="border-t px-5 py-10 text-center text-sm text-muted-foreground">
          New orders of this session will show here.
        </p>
      )}
      {orders && selected && (
        <div className="grid border-t @2xl:grid-cols-[1fr_24rem] @5xl:grid-cols-[1fr_28rem]">
          {/* Beside a conversation there is room for both only when the list gives way; a phone scrolls one long page. */}
          <div className="@container @md:max-h-92 @md:overflow-y-auto @2xl:max-h-none @2xl:overflow-visible @2xl:border-r">
            <OrderTable orders={orders} selectedId={selected.orderId} onSelect={select} />
          </div>
          <div ref={details} className="@container self-start border-t @2xl:sticky @2xl:top-0 @2xl:border-t-0">
            <OrderDetails order={selected} />
          </div>
        </div>
      )}
    </section>
  );
}
