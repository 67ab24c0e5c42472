import { type ComponentProps, useState } from "react";
import type { Order } from "@/lib/agents/order-desk/order.schema";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { emptyDraft, type ShippingDraft, shippingDrafts } from "./shipping-draft";

type TextName = "customer" | "email" | "delivery-date" | "note";
type CheckName = "gift-wrap" | "express";

const control =
  "min-h-11 w-full rounded-lg border border-input bg-background px-3 text-base placeholder:text-muted-foreground sm:min-h-9 sm:text-sm";

function Field({ name, label, className, ...input }: { name: TextName; label: string } & ComponentProps<"input">) {
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <label htmlFor={name} className="text-[0.8125rem] text-muted-foreground">
        {label}
      </label>
      <input id={name} name={name} className={control} autoComplete="off" {...input} />
    </div>
  );
}

function Check({ name, label, ...input }: { name: CheckName; label: string } & ComponentProps<"input">) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 text-sm sm:min-h-8">
      <input id={name} name={name} type="checkbox" className="size-4 rounded accent-primary" {...input} />
      {label}
    </label>
  );
}

/** How the order is to be shipped. Ids equal names, so that the agent finds `#delivery-date` where a person reads a label. */
export function ShippingForm({ order }: { order: Order }) {
  const [draft, setDraft] = useState<ShippingDraft>(() => shippingDrafts.load(order.orderId) ?? emptyDraft(order));

  function change(changes: Partial<ShippingDraft>): void {
    const next = { ...draft, ...changes };
    setDraft(next);
    shippingDrafts.save(order.orderId, next);
  }

  function reset(): void {
    setDraft(emptyDraft(order));
    shippingDrafts.clear(order.orderId);
  }

  const text = (name: TextName) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const check = (name: CheckName) => ({
    name,
    checked: draft[name],
    onChange: (event: { target: { checked: boolean } }) => change({ [name]: event.target.checked }),
  });

  return (
    <form aria-label="Shipping" className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <h3 className="text-sm font-semibold">Shipping</h3>
      <div className="grid gap-4 @md:grid-cols-2">
        <Field label="Customer" {...text("customer")} />
        <Field label="Email" type="email" placeholder="name@example.com" {...text("email")} />
        <Field label="Delivery date" type="date" {...text("delivery-date")} />
        <div className="flex flex-col gap-1.5 @md:col-span-2">
          <label htmlFor="note" className="text-[0.8125rem] text-muted-foreground">
            Note
          </label>
          <textarea
            id="note"
            rows={3}
            placeholder="For the courier"
            className={cn(control, "py-2")}
            {...text("note")}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Check label="Gift wrap" {...check("gift-wrap")} />
        <Check label="Express delivery" {...check("express")} />
      </div>
      <div className="flex items-center justify-between gap-4 border-t pt-3">
        <p className="text-xs text-muted-foreground">Kept in this tab as you type.</p>
        <Button onClick={reset}>Reset</Button>
      </div>
    </form>
  );
}
