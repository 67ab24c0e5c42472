import Link from "next/link";
import type { ReactNode } from "react";
import { ThemeToggle } from "../chat-ui/theme-toggle";
import { cn } from "../ui/cn";
import { MenuButton } from "./menu-button";

/** The header of a thread's pages: the menu and the way home where there is no sidebar, the switcher, the theme. */
export function PageHeader({
  ready,
  switcher,
  actions,
  sticky,
}: {
  /** Hydrated: the page answers to input. */
  ready: boolean;
  /** Below the rest on a phone. */
  switcher?: ReactNode;
  /** Before the theme's button. */
  actions?: ReactNode;
  /** The page scrolls under it. */
  sticky?: boolean;
}) {
  return (
    <header
      className={cn(
        "flex min-h-13 flex-wrap items-center gap-2 border-b px-2 py-2 sm:px-4",
        sticky && "sticky top-0 z-10 bg-background",
      )}
    >
      <MenuButton disabled={!ready} />
      <HomeLink />
      <div className="ml-auto flex items-center gap-1 md:order-3 md:ml-0 xl:ml-auto">
        {actions}
        <ThemeToggle disabled={!ready} />
      </div>
      {switcher && <div className="w-full min-w-0 md:order-2 md:ml-auto md:w-auto xl:ml-0">{switcher}</div>}
    </header>
  );
}

/** The way home where the sidebar, which has one too, is not in sight. */
export function HomeLink() {
  return (
    <Link
      href="/"
      prefetch={false}
      className="inline-flex min-h-9 items-center px-1 font-semibold tracking-tight xl:hidden pointer-coarse:min-h-11"
    >
      Neuron Next
    </Link>
  );
}
