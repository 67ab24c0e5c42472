import { isAnsweredByPerson } from "@/lib/browser-tools/tool-traits";
import type { ViewToolPart } from "./view";

/** Whether a person has to do something before the call goes on. */
export function needsPerson(part: ViewToolPart): boolean {
  if (!part.live) return false;
  if (part.state === "approval-requested" || part.browser === "unstarted") return true;
  return part.state === "input-available" && isAnsweredByPerson(part.toolName);
}
