import { redirect } from "next/navigation";
import { createId } from "@/lib/ids";

// A new id for every visit: nothing here can be made once for all.
export const dynamic = "force-dynamic";

/** `/copilotkit`: a new thread. */
export default function NewCopilotKitPage() {
  redirect(`/copilotkit/${createId("thread")}`);
}
