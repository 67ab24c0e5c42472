import type { Order } from "@/lib/agents/order-desk/order.schema";
import { createSessionCopy } from "@/lib/browser-tools/session-copy";

/** The shipping form by field name. Texts are empty until they are filled in, the date is `YYYY-MM-DD`. */
export type ShippingDraft = {
  customer: string;
  email: string;
  "delivery-date": string;
  note: string;
  "gift-wrap": boolean;
  express: boolean;
};

export function emptyDraft(order: Pick<Order, "customer">): ShippingDraft {
  return { customer: order.customer, email: "", "delivery-date": "", note: "", "gift-wrap": false, express: false };
}

function isDraft(value: unknown): value is ShippingDraft {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(emptyDraft({ customer: "" })).every(
    ([name, empty]) => typeof (value as Record<string, unknown>)[name] === typeof empty,
  );
}

/** Drafts by order id, kept in this tab: neither the person's nor the agent's entries get lost in a reload. */
export const shippingDrafts = createSessionCopy({ name: "shipping", version: 1, isValid: isDraft });
