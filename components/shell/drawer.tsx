import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { IconButton } from "../ui/icon-button";
import { Sidebar } from "./sidebar";

/** The sidebar on small screens. A native modal dialog: the browser keeps the focus inside and gives it back. */
export function Drawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  // Whatever led to another page, the drawer is not part of it.
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current !== pathname) onClose();
    shownAt.current = pathname;
  }, [pathname, onClose]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className="drawer fixed inset-y-0 left-0 h-dvh max-h-none w-80 max-w-[88vw] overflow-hidden border-r bg-background text-foreground shadow-xl backdrop:bg-black/50 open:flex"
    >
      {open && (
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Sidebar active onNavigate={onClose}>
            <IconButton label="Close menu" onClick={onClose}>
              <X aria-hidden className="size-5" />
            </IconButton>
          </Sidebar>
        </div>
      )}
    </dialog>
  );
}
