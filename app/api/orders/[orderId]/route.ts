import { AppError } from "@/lib/errors";
import { server } from "@/lib/server";
import { route } from "@/lib/server/route";

/** The session's own demo order with its refunds. */
export const GET = route(async ({ session, params }) => {
  const { orders } = await server();
  const order = await orders.find(session.id, params.orderId ?? "");
  if (!order) throw new AppError("not-found", "There is no such order.");
  return order;
});
