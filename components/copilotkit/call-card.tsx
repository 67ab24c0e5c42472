import { useEffect } from "react";
import { ToolPart } from "../chat-ui/tool-part";
import type { CallActions } from "../chat-ui/view";
import type { Respond } from "./browser-calls";
import { useThread } from "./thread-context";
import type { ThreadController } from "./thread-controller";
import { toToolPart } from "./to-tool-part";

/** What CopilotKit gives a tool's renderer; `respond` only where a person answers. */
export interface RenderProps {
  name: string;
  toolCallId: string;
  args: unknown;
  respond?: Respond | undefined;
}

/** The card of one call, whichever hook has registered its tool. */
export function CallCard({ name, toolCallId, args, respond }: RenderProps) {
  const { controller, ...context } = useThread();

  useEffect(() => {
    if (respond) return controller.calls.ask(toolCallId, respond);
  }, [controller, toolCallId, respond]);

  const part = toToolPart({ callId: toolCallId, toolName: name, args }, context);
  return <ToolPart part={part} actions={actionsOf(controller)} disabled={!context.state.restored} />;
}

/** Decisions are not among them: interrupts are answered through CopilotKit's own hook. */
function actionsOf({ calls }: ThreadController): CallActions {
  return {
    decide: () => undefined,
    answer: (callId, output) => calls.answer(callId, output),
    run: (callId) => calls.run(callId),
    cancel: (callId) => calls.cancel(callId),
  };
}
