import type { ToolPart } from "./tool-part";
import { createLoader, useLoaded } from "./use-loaded";

const toolPart = createLoader(() => import("./tool-part").then((module) => module.ToolPart));

/** A call as its card, or as its name until the cards have arrived: a page loads them with its first call. */
export function CallPart(props: Parameters<typeof ToolPart>[0]) {
  const Card = useLoaded(toolPart);
  if (Card) return <Card {...props} />;
  return <p className="rounded-xl border bg-card px-3 py-2 font-mono text-sm">{props.part.toolName}</p>;
}
