import { type ReactNode, useId } from "react";
import { cn } from "../ui/cn";

/** A part of the inspector with its heading. */
export function Section({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("min-w-0 rounded-xl border bg-card", className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-3 py-2 sm:px-4">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className="px-3 py-3 text-sm sm:px-4">{children}</div>
    </section>
  );
}

/** Says that a part has nothing to show, and why. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted-foreground">{children}</p>;
}
