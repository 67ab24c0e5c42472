import { useFrontendTool, useHumanInTheLoop, useRenderTool } from "@copilotkit/react-core/v2";
import type { z } from "zod";
import { handledTools, personTools } from "@/lib/agents/order-desk/frontend-tools.schema";
import { CallCard } from "./call-card";
import { useThread } from "./thread-context";

type HandledTool = (typeof handledTools)[number];
type PersonTool = (typeof personTools)[number];

/** A tool that a handler of this page answers. Offered to the agent as long as this is mounted. */
function DeskTool({ tool }: { tool: HandledTool }) {
  const { controller } = useThread();
  useFrontendTool(
    {
      name: tool.name,
      description: tool.description,
      parameters: tool.inputSchema as z.ZodType<Record<string, unknown>>,
      handler: (input, { toolCall }) => controller.calls.handle({ callId: toolCall.id, toolName: tool.name, input }),
      render: CallCard,
    },
    [],
  );
  return null;
}

/** A tool that the person answers in a card. */
function AskingTool({ tool }: { tool: PersonTool }) {
  useHumanInTheLoop(
    {
      name: tool.name,
      description: tool.description,
      parameters: tool.inputSchema as z.ZodType<Record<string, unknown>>,
      render: CallCard,
    },
    [],
  );
  return null;
}

/** Names of everything this page can offer, in the order in which it is shown. */
export const deskToolNames: readonly string[] = [...handledTools, ...personTools].map((tool) => tool.name);

/**
 * The desk's frontend tools, and cards for every other call. A tool that is not offered is absent from the next request:
 * if the agent still calls it in the same run, the run fails.
 */
export function DeskTools({ withheld }: { withheld: ReadonlySet<string> }) {
  // The server's own tools, and frontend tools of another page: shown, never executed here.
  useRenderTool({ name: "*", render: CallCard }, []);
  return (
    <>
      {handledTools.map((tool) => !withheld.has(tool.name) && <DeskTool key={tool.name} tool={tool} />)}
      {personTools.map((tool) => !withheld.has(tool.name) && <AskingTool key={tool.name} tool={tool} />)}
    </>
  );
}
