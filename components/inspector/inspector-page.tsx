import type { ReactNode } from "react";
import { ClientSwitcher } from "../chat-ui/client-switcher";
import { PageHeader } from "../shell/page-header";

/** The frame of the inspector's pages; the switcher belongs to a thread. */
export function InspectorPage({
  threadId,
  title,
  ready,
  children,
}: {
  threadId?: string;
  title: string;
  ready: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-full flex-col">
      <PageHeader
        sticky
        ready={ready}
        switcher={threadId !== undefined && <ClientSwitcher threadId={threadId} current="inspector" />}
      />
      <main data-ready={ready || undefined} className="mx-auto w-full max-w-7xl flex-1 space-y-4 px-3 py-4 sm:px-4">
        <h1 className="wrap-anywhere text-lg font-semibold">{title}</h1>
        {children}
      </main>
    </div>
  );
}
