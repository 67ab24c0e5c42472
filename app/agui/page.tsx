import { redirect } from "next/navigation";
import { createId } from "@/lib/ids";

// A new id for every visit: nothing here can be made once for all.
export const dynamic = "force-dynamic";

/** `/agui`: a new thread. */
export default function NewAgUiPage() {
  redirect(`/agui/${createId("thread")}`);
}
