import type { ClientTool } from "../agent/events";
import { toClientTools } from "../agents/order-desk/frontend-tools.schema";

/** What our own pages declare to the agent on protocols whose clients bring the catalog, without the schemas' code. */
export function pageTools(): ClientTool[] {
  // Plain data: zod hangs methods of its own on the schemas that it writes.
  return JSON.parse(JSON.stringify(toClientTools()));
}
