import { needsPerson } from "./needs-person";
import type { ViewMessage, ViewStatus, ViewToolPart } from "./view";

/** Says in one short sentence what goes on. */
export function statusText(status: ViewStatus, messages: ViewMessage[]): string {
  if (status === "error") return "Something went wrong";
  const tools = messages.at(-1)?.parts.filter((part): part is ViewToolPart => part.type === "tool" && part.live) ?? [];
  if (status !== "ready") {
    const running = tools.find((part) => part.state === "input-available" || part.state === "input-streaming");
    if (status === "submitted") return "Waiting for the agent…";
    return running ? `Working: ${running.toolName}` : "The agent is answering…";
  }
  const open = tools.filter(needsPerson);
  const [first] = open;
  if (!first) return restText(messages.at(-1));
  if (open.length > 1) return `Waiting for you: ${open.length} questions`;
  return first.state === "approval-requested"
    ? `Waiting for your approval: ${first.toolName}`
    : `Waiting for you: ${first.toolName}`;
}

function restText(last: ViewMessage | undefined): string {
  if (last?.role !== "assistant") return "Ready";
  return last.ended ? `Ready. ${last.ended}` : "Ready. The answer is complete.";
}
