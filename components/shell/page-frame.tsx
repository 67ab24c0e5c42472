"use client";

import type { ReactNode } from "react";
import { ThemeToggle } from "../chat-ui/theme-toggle";
import { useHydrated } from "./hydrated";
import { MenuButton } from "./menu-button";
import { HomeLink } from "./page-header";

/**
 * A page beside the sidebar that is not a thread's: header with the menu and the theme, and the page's `<main>`, which
 * says when it answers to input.
 */
export function PageFrame({
  heading,
  actions,
  children,
}: {
  /** The page's `<h1>`. Absent: the page brings its own. */
  heading?: string;
  /** At the end of the header. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const ready = useHydrated();
  return (
    <div className="flex min-h-full flex-col">
      <header className="sticky top-0 z-10 flex min-h-13 items-center gap-2 border-b bg-background px-2 py-2 sm:px-4">
        <MenuButton disabled={!ready} />
        {!heading && <HomeLink />}
        {heading && <h1 className="px-1 font-semibold tracking-tight">{heading}</h1>}
        <div className="ml-auto flex items-center gap-1">
          {actions}
          <ThemeToggle disabled={!ready} />
        </div>
      </header>
      <main data-ready={ready || undefined} className="flex-1">
        {children}
      </main>
    </div>
  );
}
