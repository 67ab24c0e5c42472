import Link from "next/link";
import type { ReactNode } from "react";
import { ClientSwitcher } from "../chat-ui/client-switcher";
import { ThemeToggle } from "../chat-ui/theme-toggle";

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
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-3 py-2 sm:px-4">
        <Link
          href="/"
          className="inline-flex min-h-9 items-center font-semibold tracking-tight pointer-coarse:min-h-11"
        >
          Neuron Next
        </Link>
        <div className="ml-auto md:order-3 md:ml-0">
          <ThemeToggle disabled={!ready} />
        </div>
        {threadId !== undefined && (
          <div className="w-full min-w-0 md:order-2 md:ml-auto md:w-auto">
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
