import Link from "next/link";
import { cn } from "../ui/cn";

const clients = [
  { id: "ai-sdk", name: "AI SDK", path: "chat" }, // only with ai-sdk
  { id: "ag-ui", name: "AG-UI", path: "agui" }, // only with agui
  { id: "copilotkit", name: "CopilotKit", path: "copilotkit" }, // only with copilotkit
  { id: "inspector", name: "Inspector", path: "inspector" },
] as const;

export type ClientId = (typeof clients)[number]["id"];

/** First part of the paths of a client's pages. */
export function clientPath(id: ClientId): string {
  return clients.find((client) => client.id === id)?.path ?? clients[0].path;
}

/** Opens the same thread in another client. */
export function ClientSwitcher({ threadId, current }: { threadId: string; current: ClientId }) {
  return (
    <nav aria-label="Clients" className="flex overflow-x-auto rounded-lg bg-muted p-0.5">
      {clients.map((client) => (
        <Link
          key={client.id}
          // The other clients are large: load one when it is asked for.
          prefetch={false}
          href={`/${client.path}/${encodeURIComponent(threadId)}`}
          aria-current={client.id === current ? "page" : undefined}
          className={cn(
            "inline-flex min-h-10 shrink-0 items-center rounded-md px-3 text-sm -outline-offset-2 sm:min-h-8 pointer-coarse:min-h-11",
            client.id === current
              ? "bg-background font-medium text-foreground shadow-xs"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          {client.name}
        </Link>
      ))}
    </nav>
  );
}
