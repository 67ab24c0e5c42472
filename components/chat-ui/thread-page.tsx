import { MessageSquare, Package, SquarePen } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { PageHeader } from "../shell/page-header";
import { cn } from "../ui/cn";
import { type ClientId, ClientSwitcher, clientPath } from "./client-switcher";

const views = [
  { id: "conversation", name: "Conversation", Icon: MessageSquare },
  { id: "desk", name: "Order desk", Icon: Package },
] as const;

type ViewId = (typeof views)[number]["id"];

/**
 * The frame of a client's page: header, conversation, and the desk that the agent works on. Side by side where there is
 * room; on a phone one of them at a time, the conversation first. The hidden one stays mounted: browser tools read it.
 */
export function ThreadPage({
  threadId,
  client,
  ready,
  conversation,
  desk,
}: {
  threadId: string;
  client: ClientId;
  /** Hydrated: the page answers to input. */
  ready: boolean;
  conversation: ReactNode;
  desk: ReactNode;
}) {
  const [view, setView] = useState<ViewId>("conversation");
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        ready={ready}
        switcher={<ClientSwitcher threadId={threadId} current={client} />}
        actions={
          <Link
            href={`/${clientPath(client)}`}
            prefetch={false}
            className="inline-flex size-11 items-center justify-center rounded-lg text-muted-foreground hover:bg-muted hover:text-foreground sm:size-9 xl:hidden pointer-coarse:size-11"
          >
            <SquarePen aria-hidden className="size-4.5" />
            <span className="sr-only">New conversation</span>
          </Link>
        }
      />
      <nav aria-label="Parts of the page" className="flex border-b lg:hidden">
        {views.map(({ id, name, Icon }) => (
          <button
            key={id}
            type="button"
            disabled={!ready}
            aria-pressed={view === id}
            onClick={() => setView(id)}
            className={cn(
              "inline-flex min-h-11 flex-1 items-center justify-center gap-2 border-b-2 text-sm -outline-offset-2",
              view === id ? "border-primary font-medium" : "border-transparent text-muted-foreground",
            )}
          >
            <Icon aria-hidden className="size-4" />
            {name}
          </button>
        ))}
      </nav>
      <main
        data-ready={ready || undefined}
        className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]"
      >
        <div className={cn("flex min-h-0 min-w-0 flex-col", view !== "conversation" && "max-lg:hidden")}>
          {conversation}
        </div>
        <div className={cn("relative min-h-0 overflow-y-auto bg-card lg:border-l", view !== "desk" && "max-lg:hidden")}>
          {desk}
        </div>
      </main>
    </div>
  );
}
