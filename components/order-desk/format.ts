import type { Order } from "@/lib/agents/order-desk/order.schema";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const fullDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

export const toMoney = (amount: number): string => dollars.format(amount);
/** "Mar 2" */
export const toDay = (iso: string): string => day.format(new Date(iso));
/** "Mar 2, 2026" */
export const toFullDay = (iso: string): string => fullDay.format(new Date(iso));

/** What was given back for an order, in dollars and whole cents. */
export function refundedOf(order: Pick<Order, "refunds">): number {
  return Math.round(order.refunds.reduce((sum, refund) => sum + refund.amount, 0) * 100) / 100;
}

/** The desk in one sentence: how many orders, where they stand, what was given back. */
export function summarise(orders: Order[]): string {
  if (orders.length === 0) return "No orders yet.";
  const counts = new Map<string, number>();
  for (const { status } of orders) counts.set(status, (counts.get(status) ?? 0) + 1);
  const refunded = orders.reduce((sum, order) => sum + refundedOf(order), 0);
  return [
    `${orders.length === 1 ? "1 order" : `${orders.length} orders`}:`,
    `${[...counts].map(([status, count]) => `${count} ${status}`).join(", ")}.`,
    refunded > 0 ? `${toMoney(refunded)} refunded.` : "Nothing refunded.",
  ].join(" ");
}
