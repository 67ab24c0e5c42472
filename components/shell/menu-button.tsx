import { Menu } from "lucide-react";
import { useOpenMenu } from "./menu-context";

/** For a page's header: opens the drawer with the threads. Not there where the sidebar is. */
export function MenuButton({ disabled }: { disabled?: boolean }) {
  const openMenu = useOpenMenu();
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={openMenu}
      aria-haspopup="dialog"
      className="inline-flex size-11 items-center justify-center rounded-lg text-muted-foreground not-disabled:hover:bg-muted not-disabled:hover:text-foreground sm:size-9 xl:hidden pointer-coarse:size-11"
    >
      <Menu aria-hidden className="size-5" />
      <span className="sr-only">Menu</span>
    </button>
  );
}
