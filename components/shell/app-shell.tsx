"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useCallback, useState } from "react";
import { COMPOSER_ID } from "../chat-ui/composer-id";
import { threadIdOf, threadPageOf } from "../threads/thread-links";
import { useMediaQuery } from "../ui/use-media-query";
import { Drawer } from "./drawer";
import { HydratedProvider } from "./hydrated";
import { MenuContext } from "./menu-context";
import { Sidebar } from "./sidebar";

/** Where the skip link leads on a page without a composer. */
const CONTENT_ID = "content";

/** Past everything that repeats on every page: to where a person writes, or to the page itself. */
function SkipLink() {
  const pathname = usePathname();
  const hasComposer = threadIdOf(pathname) !== null && threadPageOf(pathname) !== "inspector";
  return (
    <a
      href={`#${hasComposer ? COMPOSER_ID : CONTENT_ID}`}
      className="sr-only z-20 rounded-lg bg-background px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
    >
      {hasComposer ? "Skip to the message field" : "Skip to the content"}
    </a>
  );
}

/**
 * The frame of the whole application, once in the root layout: the sidebar beside whatever page is open, and a drawer
 * instead of it below 1280 px (`MenuButton` opens it). It stays when the page changes.
 */
export function AppShell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const wide = useMediaQuery("(min-width: 80rem)");
  const openMenu = useCallback(() => setOpen(true), []);
  const closeMenu = useCallback(() => setOpen(false), []);
  return (
    <HydratedProvider>
      <MenuContext value={openMenu}>
        <SkipLink />
        <div className="flex h-dvh">
          <div className="hidden w-64 shrink-0 flex-col border-r bg-card xl:flex">
            <Sidebar active={wide} />
          </div>
          <div id={CONTENT_ID} tabIndex={-1} className="relative min-w-0 flex-1 overflow-y-auto outline-none">
            {children}
          </div>
        </div>
        <Drawer open={open && !wide} onClose={closeMenu} />
      </MenuContext>
    </HydratedProvider>
  );
}
