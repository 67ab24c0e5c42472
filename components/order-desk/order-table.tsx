import type { KeyboardEvent } from "react";
import type { Order } from "@/lib/agents/order-desk/order.schema";
import { cn } from "../ui/cn";
import { refundedOf, toDay, toMoney } from "./format";
import { StatusBadge } from "./status-badge";

export interface OrderTableProps {
  orders: Order[];
  selectedId: string | null;
  onSelect(orderId: string): void;
}

const cell = "py-2.5 align-top";
const headCell = "py-2 pr-3 text-left text-xs font-medium text-muted-foreground";

/** Arrow keys walk through the orders; Tab leaves the table after one stop, Enter and Space select. */
function walk(event: KeyboardEvent<HTMLButtonElement>): void {
  const row = event.currentTarget.closest("tr");
  const target =
    event.key === "ArrowDown"
      ? row?.nextElementSibling
      : event.key === "ArrowUp"
        ? row?.previousElementSibling
        : event.key === "Home"
          ? row?.parentElement?.firstElementChild
          : event.key === "End"
            ? row?.parentElement?.lastElementChild
            : null;
  if (!target) return;
  event.preventDefault();
  target.querySelector("button")?.focus();
}

function OrderRow({ order, selected, onSelect }: { order: Order; selected: boolean; onSelect(): void }) {
  const refunded = refundedOf(order);
  return (
    <tr
      className={cn(
        "order-row relative border-t transition-colors",
        selected ? "bg-primary/8 shadow-[inset_3px_0_0_var(--primary)]" : "hover:bg-muted/60",
      )}
      data-order-id={order.orderId}
      data-status={order.status}
    >
      <td className={cn(cell, "pr-4 pl-5 whitespace-nowrap")}>
        <button
          type="button"
          onClick={onSelect}
          onKeyDown={walk}
          tabIndex={selected ? 0 : -1}
          aria-current={selected ? "true" : undefined}
          // The whole row is the button's surface.
          className="block font-mono text-[0.8125rem] leading-5 font-medium tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-ring"
        >
          {order.orderId}
        </button>
        <div className="text-xs leading-5 text-muted-foreground">
          <time dateTime={order.placedAt}>{toDay(order.placedAt)}</time>
        </div>
      </td>
      <td className={cn(cell, "w-full max-w-0 pr-3")}>
        <div className="truncate leading-5">{order.customer}</div>
        <div className="truncate text-xs leading-5 text-muted-foreground">{order.item}</div>
      </td>
      <td className={cn(cell, "pr-4 leading-5")}>
        <StatusBadge status={order.status} compact />
      </td>
      <td className={cn(cell, "pr-5 text-right whitespace-nowrap tabular-nums")}>
        <div className="leading-5">{toMoney(order.total)}</div>
        {refunded > 0 && (
          <div className="text-xs leading-5 text-muted-foreground">
            −{toMoney(refunded)}
            <span className="@max-lg:sr-only"> refunded</span>
          </div>
        )}
      </td>
    </tr>
  );
}

/** Every order in one row of two lines, which fits a phone as well as a wide page. */
export function OrderTable({ orders, selectedId, onSelect }: OrderTableProps) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Orders</caption>
      <thead className="sticky top-0 z-1 bg-card shadow-[0_1px_0_var(--border)]">
        <tr>
          <th scope="col" className={cn(headCell, "pl-5")}>
            Order
          </th>
          <th scope="col" className={headCell}>
            Customer
          </th>
          <th scope="col" className={headCell}>
            <span className="@max-lg:sr-only">Status</span>
          </th>
          <th scope="col" className={cn(headCell, "pr-5 text-right")}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            order={order}
            selected={order.orderId === selectedId}
            onSelect={() => onSelect(order.orderId)}
          />
        ))}
      </tbody>
    </table>
  );
}
