import type { ReactNode } from "react";
import type { Order } from "@/lib/agents/order-desk/order.schema";
import { refundedOf, toFullDay, toMoney } from "./format";
import { ShippingForm } from "./shipping-form";
import { StatusBadge } from "./status-badge";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}

function Refunds({ refunds }: Pick<Order, "refunds">) {
  return (
    <section aria-label="Refunds" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">Refunds</h3>
      <ul className="flex flex-col gap-1">
        {refunds.map((refund) => (
          <li
            key={refund.callId}
            className="refund-row flex justify-between gap-4 text-sm"
            data-call-id={refund.callId}
          >
            <span className="tabular-nums">{toMoney(refund.amount)}</span>
            <span className="truncate font-mono text-xs leading-5 text-muted-foreground" title="Tool call">
              {refund.callId}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The selected order: what it is, what was given back, and the form to ship it. */
export function OrderDetails({ order }: { order: Order }) {
  const refunded = refundedOf(order);
  return (
    <section aria-labelledby="order-heading" className="flex flex-col gap-6 p-5">
      <header className="flex flex-col gap-1">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="order-heading" className="text-lg font-semibold tracking-tight">
            {order.item}
          </h2>
          <StatusBadge status={order.status} />
        </div>
        <p className="text-sm text-muted-foreground">
          <span className="font-mono text-[0.8125rem]">{order.orderId}</span> for {order.customer}
        </p>
      </header>
      <dl className="grid grid-cols-3 gap-4 border-y py-3">
        <Fact name="Placed">
          <time dateTime={order.placedAt}>{toFullDay(order.placedAt)}</time>
        </Fact>
        <Fact name="Total">{toMoney(order.total)}</Fact>
        <Fact name="Refunded">{refunded > 0 ? toMoney(refunded) : "None"}</Fact>
      </dl>
      {order.refunds.length > 0 && <Refunds refunds={order.refunds} />}
      <ShippingForm key={order.orderId} order={order} />
    </section>
  );
}
