export type OrderStatus = "processing" | "shipped" | "delivered" | "cancelled";

/** An order before anything happened to it. `total` in US dollars, `placedAt` as ISO 8601. */
export interface DemoOrder {
  orderId: string;
  customer: string;
  item: string;
  status: OrderStatus;
  total: number;
  placedAt: string;
}

type Line = [placedAt: string, customer: string, item: string, status: OrderStatus, total: number];

const LINES: Line[] = [
  ["2026-01-05T09:12:00Z", "Mara Lindqvist", "Walnut writing desk", "delivered", 480],
  ["2026-01-09T16:40:00Z", "Tomás Rivera", "Linen armchair", "delivered", 365],
  ["2026-01-14T08:03:00Z", "Aiko Tanaka", "Standing desk, oak", "delivered", 640],
  ["2026-01-17T12:27:00Z", "Samuel Okafor", "Noise-cancelling headphones", "cancelled", 279.99],
  ["2026-01-21T19:55:00Z", "Ines Moreau", "Reading lamp, brass", "delivered", 119],
  ["2026-01-26T10:31:00Z", "Jonas Weber", "Mechanical keyboard", "shipped", 154.25],
  ["2026-01-29T14:08:00Z", "Priya Raman", "Ergonomic chair", "shipped", 489],
  ["2026-02-02T07:46:00Z", "Mara Lindqvist", "Monitor arm, double", "shipped", 132.4],
  ["2026-02-04T21:19:00Z", "Lucas Pereira", "Fountain pen, fine", "processing", 85],
  ["2026-02-06T11:02:00Z", "Hana Novák", "Cable organiser", "processing", 18.75],
  ["2026-02-08T15:37:00Z", "Daniel Cohen", "Espresso machine", "processing", 899],
  ["2026-02-10T18:24:00Z", "Zoë Martens", "Gift card", "processing", 100],
];

/** The orders `A-1001` … `A-1012` that every session starts with. */
export const DEMO_ORDERS: DemoOrder[] = LINES.map(([placedAt, customer, item, status, total], index) => ({
  orderId: `A-${1001 + index}`,
  customer,
  item,
  status,
  total,
  placedAt,
}));
