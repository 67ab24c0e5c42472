import { server } from "@/lib/server";
import { route } from "@/lib/server/route";

/** All orders of the session with their refunds, by id. */
export const GET = route(async ({ session }) => {
  const { orders } = await server();
  return { orders: await orders.search(session.id, {}) };
});
