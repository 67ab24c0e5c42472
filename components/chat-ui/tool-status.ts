import { isAnsweredByPerson } from "@/lib/browser-tools/tool-traits";
import { CANCELLED } from "./cancelled";
import { needsPerson } from "./needs-person";
import type { ViewToolPart } from "./view";

/** How a call stands, in words and a tone for its icon. */
export interface ToolStatus {
  kind: "preparing" | "running" | "held" | "waiting" | "asking" | "done" | "failed" | "cancelled" | "rejected";
  label: string;
}

/** How the server words a call that its run's stop has closed. */
const STOPPED = /^Stopped by the user/;

/** The one place where states become words. */
export function toolStatus(part: ViewToolPart): ToolStatus {
  switch (part.state) {
    case "output-available":
      return { kind: "done", label: "Done" };
    case "output-error":
      if (part.errorText === CANCELLED) return { kind: "cancelled", label: "Cancelled" };
      return STOPPED.test(part.errorText ?? "")
        ? { kind: "cancelled", label: "Stopped" }
        : { kind: "failed", label: "Failed" };
    case "output-denied":
      return { kind: "rejected", label: "Rejected" };
    case "approval-requested":
      return part.live ? { kind: "asking", label: "Needs your approval" } : { kind: "cancelled", label: "Not decided" };
    case "approval-responded":
      if (part.approval?.approved === false) return { kind: "rejected", label: "Rejected" };
      if (!part.live) return { kind: "done", label: "Approved" };
      return part.browser === "unstarted"
        ? { kind: "waiting", label: "Waiting for this page" }
        : { kind: "running", label: "Approved" };
    case "input-streaming":
    case "input-available":
      if (!part.live) return { kind: "cancelled", label: "Not finished" };
      if (needsPerson(part) && isAnsweredByPerson(part.toolName)) return { kind: "asking", label: "Needs your answer" };
      if (part.browser === "unstarted") return { kind: "waiting", label: "Waiting for this page" };
      if (part.browser === "running") return { kind: "running", label: "Running in this page…" };
      if (part.heldBack) return { kind: "held", label: "Held until you decide" };
      return part.state === "input-streaming"
        ? { kind: "preparing", label: "Preparing…" }
        : { kind: "running", label: "Running…" };
  }
}
