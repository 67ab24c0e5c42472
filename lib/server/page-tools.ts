import { toClientTools } from "../agents/order-desk/frontend-tools.schema";

/** What our own pages declare to the agent on protocols whose clients bring the catalog: as data, without the schemas' code. */
export function pageTools() {
  return toClientTools();
}
