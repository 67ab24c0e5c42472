import { type LucideIcon, Package, PackageCheck, PackageX, Truck } from "lucide-react";
import type { OrderStatus } from "@/lib/agents/order-desk/order.schema";
import { cn } from "../ui/cn";

const looks: Record<OrderStatus, { Icon: LucideIcon; tone: string }> = {
  processing: { Icon: Package, tone: "text-warning" },
  shipped: { Icon: Truck, tone: "text-primary" },
  delivered: { Icon: PackageCheck, tone: "text-success" },
  cancelled: { Icon: PackageX, tone: "text-muted-foreground" },
};

/** An order's status as icon and word; where the desk is narrow, `compact` leaves the word to screen readers. */
export function StatusBadge({ status, compact = false }: { status: OrderStatus; compact?: boolean }) {
  const { Icon, tone } = looks[status];
  return (
    <span className={cn("inline-flex items-center gap-1.5 text-[0.8125rem] capitalize", tone)} title={status}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={cn(compact && "@max-lg:sr-only")}>{status}</span>
    </span>
  );
}
