import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A small button that shows an icon and says its label to those who do not see it. */
export function IconButton({ label, className, children, ...props }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        "inline-flex size-8 items-center justify-center rounded-md text-muted-foreground transition-opacity hover:bg-muted hover:text-foreground pointer-coarse:size-11",
        className,
      )}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}
