import { useEffect, useRef, useState } from "react";
import type { Order } from "@/lib/agents/order-desk/order.schema";

/** Longest wait for the server, in milliseconds. */
const LONGEST_WAIT_MS = 15_000;

/** Pauses before a failed attempt is repeated without being asked; after the last one a person, or a look at the page, does it. */
const PAUSES_MS = [2_000, 5_000, 15_000];

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

/** The session's orders; loads them again whenever `refreshKey` changes, and a few times by itself after a failure. */
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

  const { failed } = answer;
  const loading = answer.request !== request;
  const failures = useRef(0);
  useEffect(() => {
    if (loading) return;
    if (!failed) {
      failures.current = 0;
      return;
    }
    const again = () => setAttempt((count) => count + 1);
    const lookedAt = () => document.visibilityState === "visible" && again();
    const pause = PAUSES_MS[failures.current++];
    const timer = pause === undefined ? undefined : setTimeout(again, pause);
    document.addEventListener("visibilitychange", lookedAt);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookedAt);
    };
  }, [loading, failed]);

  return {
    orders: answer.orders,
    loading,
    failed,
    reload: () => setAttempt((count) => count + 1),
  };
}
