import type { ThreadAgent } from "../../agent/api";
import type { ClientTool } from "../../agent/events";
import type { AppError } from "../../errors";
import { acceptAgUi } from "../ag-ui/accept";
import { createAgUiAdapter } from "../ag-ui/adapter";
import type { AgUiRequest } from "../ag-ui/parse-run-agent-input";
import type { AgUiEvent } from "../ag-ui/wire";
import { approvalsOnly } from "./approvals-only";

/**
 * A turn or a continuation. Resolves when it is durable.
 *
 * @param catalog the request's tools, already checked
 * @throws AppError for whatever else is refused before the first event
 */
export async function runThread(
  agent: ThreadAgent,
  request: AgUiRequest,
  { catalog, signal }: { catalog: ClientTool[]; signal?: AbortSignal },
): Promise<AsyncIterable<AgUiEvent>> {
  try {
    const { handle, options } = await acceptAgUi(agent, request, catalog);
    return approvalsOnly(handle.events(createAgUiAdapter(options), signal));
  } catch (error) {
    if (!isInFlight(error)) throw error;
    return refused(request, error);
  }
}

/** By shape: after a reload in development, another module's class of the same name may have been thrown. */
function isInFlight(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && (error as AppError).code === "run-in-flight";
}

/**
 * The thread has no room for the request now. CopilotKit takes a turn as ended on events only: where an HTTP error ends
 * it, it forgets the open approvals of the thread that it goes on showing.
 */
async function* refused({ threadId, runId }: AgUiRequest, { code, message }: AppError): AsyncGenerator<AgUiEvent> {
  yield { type: "RUN_STARTED", threadId, runId };
  yield { type: "RUN_ERROR", message, code };
}
