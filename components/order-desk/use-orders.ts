import { useEffect, useState } from "react";
import type { Order } from "@/lib/agents/order-desk/order.schema";

/** Longest wait for the server, in milliseconds. */
const LONGEST_WAIT_MS = 15_000;

export interface Orders {
  /** `null` until the first answer; the last known orders while they load again. */
  orders: Order[] | null;
  loading: boolean;
  /** The newest attempt failed. */
  failed: boolean;
  reload(): void;
}

async function fetchOrders(signal: AbortSignal): Promise<Order[]> {
  const response = await fetch("/api/orders", {
    cache: "no-store",
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { orders } = (await response.json()) as { orders: Order[] };
  return orders;
}

/** The session's orders; loads them again whenever `refreshKey` changes. */
export function useOrders(refreshKey: string | number): Orders {
  const [attempt, setAttempt] = useState(0);
  const request = `${refreshKey} ${attempt}`;
  // Loading is what has been asked for and not been answered: true from the render that asks, not one effect later.
  const [answer, setAnswer] = useState<{ request: string | null; orders: Order[] | null; failed: boolean }>({
    request: null,
    orders: null,
    failed: false,
  });

  useEffect(() => {
    const controller = new AbortController();
    fetchOrders(controller.signal).then(
      (orders) => !controller.signal.aborted && setAnswer({ request, orders, failed: false }),
      () => !controller.signal.aborted && setAnswer((last) => ({ request, orders: last.orders, failed: true })),
    );
    return () => controller.abort();
  }, [request]);

  return {
    orders: answer.orders,
    loading: answer.request !== request,
    failed: answer.failed,
    reload: () => setAttempt((count) => count + 1),
  };
}
