import Link from "next/link";
import type { ReactNode } from "react";
import { ClientSwitcher } from "../chat-ui/client-switcher";
import { ThemeToggle } from "../chat-ui/theme-toggle";
import { MenuButton } from "../shell/menu-button";

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
      <header className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center gap-2 border-b bg-background px-2 py-2 sm:px-4">
        <MenuButton disabled={!ready} />
        <Link
          href="/"
          prefetch={false}
          className="inline-flex min-h-9 items-center font-semibold tracking-tight xl:hidden pointer-coarse:min-h-11"
        >
          Neuron Next
        </Link>
        <div className="ml-auto md:order-3 md:ml-0 xl:ml-auto">
          <ThemeToggle disabled={!ready} />
        </div>
        {threadId !== undefined && (
          <div className="w-full min-w-0 md:order-2 md:ml-auto md:w-auto xl:ml-0">
            <ClientSwitcher threadId={threadId} current="inspector" />
          </div>
        )}
      </header>
      <main data-ready={ready || undefined} className="mx-auto w-full max-w-7xl flex-1 space-y-4 px-3 py-4 sm:px-4">
        <h1 className="wrap-anywhere text-lg font-semibold">{title}</h1>
        {children}
      </main>
    </div>
  );
}
