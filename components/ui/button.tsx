import type { ComponentProps } from "react";
import { cn } from "./cn";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-primary-foreground not-disabled:hover:bg-primary/90",
  secondary: "border bg-background text-foreground not-disabled:hover:bg-muted",
  ghost: "text-foreground not-disabled:hover:bg-muted",
  danger: "border border-danger/40 bg-background text-danger not-disabled:hover:bg-danger/10",
};

/** A button of at least 44 px on touch screens and phone widths; `type="button"` unless said otherwise. */
export function Button({
  variant = "secondary",
  className,
  type = "button",
  ...props
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return (
    <button
      {...props}
      type={type}
      className={cn(
        "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-lg px-3.5 text-sm font-medium whitespace-nowrap transition-colors",
        "disabled:cursor-not-allowed disabled:opacity-50 sm:min-h-9 pointer-coarse:min-h-11",
        variants[variant],
        className,
      )}
    />
  );
}
