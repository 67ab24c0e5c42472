import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Subject } from "./subject";

const anOwner = () => `owner-${randomUUID()}`;
const aRefund = (changes = {}) => ({
  orderId: "A-1003",
  amount: 40.1,
  runId: randomUUID(),
  callId: "call_1",
  ...changes,
});

export function describeOrders(subject: Subject): void {
  describe("orders", () => {
    it("every owner has twelve orders of its own, made once", async () => {
      const ownerId = anOwner();
      const lists = await Promise.all([1, 2, 3].map(() => subject.orders.search(ownerId, {})));
      for (const list of lists) {
        expect(list.map((order) => order.orderId)).toEqual(
          Array.from({ length: 12 }, (_, index) => `A-${1001 + index}`),
        );
      }
      expect(await subject.orders.search(anOwner(), {})).toEqual(lists[0]);
    });

    it("an order has a customer, an item, a status, a total in dollars and a date", async () => {
      expect(await subject.orders.find(anOwner(), "A-1002")).toEqual({
        orderId: "A-1002",
        customer: "Tomás Rivera",
        item: "Linen armchair",
        status: "delivered",
        total: 365,
        placedAt: "2026-01-09T16:40:00.000Z",
        refunds: [],
      });
    });

    it("an unknown order is null, also one that text cannot name", async () => {
      const ownerId = anOwner();
      for (const orderId of ["A-9", "", "a-1001", "A-1001\0", "\ud800"]) {
        expect(await subject.orders.find(ownerId, orderId)).toBeNull();
        expect(await subject.orders.refund(ownerId, aRefund({ orderId }))).toBeNull();
      }
    });

    it("a search looks for a part of id, customer or item, and for a status", async () => {
      const ownerId = anOwner();
      const ids = async (query: Parameters<typeof subject.orders.search>[1]) =>
        (await subject.orders.search(ownerId, query)).map((order) => order.orderId);
      expect(await ids({ query: "1007" })).toEqual(["A-1007"]);
      expect(await ids({ query: "MARA" })).toEqual(["A-1001", "A-1008"]);
      expect(await ids({ query: "desk" })).toEqual(["A-1001", "A-1003"]);
      expect(await ids({ query: "mara", status: "shipped" })).toEqual(["A-1008"]);
      expect(await ids({ status: "cancelled" })).toEqual(["A-1004"]);
      for (const query of ["%", "_", "\\", "\0", "no such thing"]) expect(await ids({ query })).toEqual([]);
    });

    it("a refund is booked once per call of a run, however often it is repeated", async () => {
      const ownerId = anOwner();
      const request = aRefund();
      const results = await Promise.all([1, 2, 3].map(() => subject.orders.refund(ownerId, request)));
      for (const done of results) {
        expect(done).toMatchObject({ booked: true, order: { refunds: [{ callId: "call_1", amount: 40.1 }] } });
      }
      // Another conversation's provider may have given the same call id.
      const other = await subject.orders.refund(ownerId, aRefund({ amount: 500 }));
      expect(other?.order.refunds).toEqual([
        { callId: "call_1", amount: 40.1 },
        { callId: "call_1", amount: 500 },
      ]);
      expect((await subject.orders.find(ownerId, "A-1003"))?.refunds).toHaveLength(2);
      expect((await subject.orders.find(anOwner(), "A-1003"))?.refunds).toEqual([]);
      expect((await subject.orders.find(ownerId, "A-1004"))?.refunds).toEqual([]);
    });

    it("refunds go to the order's total, to the cent, and not above it", async () => {
      const ownerId = anOwner();
      const refund = async (callId: string, amount: number) =>
        (await subject.orders.refund(ownerId, aRefund({ runId: ownerId, callId, amount })))?.booked;
      expect(await refund("call_1", 640.01)).toBe(false);
      expect(await refund("call_2", 600.1)).toBe(true);
      expect(await refund("call_3", 39.91)).toBe(false);
      expect(await refund("call_4", 39.9)).toBe(true);
      expect(await refund("call_5", 0.01)).toBe(false);
      // A repeated call is answered as it was, although nothing remains now.
      expect(await refund("call_2", 600.1)).toBe(true);
      const order = await subject.orders.find(ownerId, "A-1003");
      expect(order?.refunds.map(({ callId }) => callId)).toEqual(["call_2", "call_4"]);
    });

    it("of refunds at once that exceed the total together, as many are booked as fit", async () => {
      const ownerId = anOwner();
      await subject.orders.search(ownerId, {});
      const done = await Promise.all(
        Array.from({ length: 8 }, () => subject.orders.refund(ownerId, aRefund({ amount: 251 }))),
      );
      expect(done.filter((refund) => refund?.booked)).toHaveLength(2);
      expect((await subject.orders.find(ownerId, "A-1003"))?.refunds).toHaveLength(2);
    });

    it("an amount that is not positive is refused", async () => {
      for (const amount of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        const refused = subject.orders.refund(anOwner(), aRefund({ amount }));
        await expect(refused).rejects.toMatchObject({ code: "invalid-input" });
      }
    });
  });
}
