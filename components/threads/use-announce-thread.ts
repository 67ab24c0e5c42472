import { useEffect } from "react";
import type { ViewStatus } from "../chat-ui/view";
import { announceThreadChange } from "./thread-changes";

/** For a thread's page: whenever its run begins, waits or ends, the lists beside it look again. */
export function useAnnounceThread(status: ViewStatus, waits: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what changed, not what is used
  useEffect(() => announceThreadChange(), [status, waits]);
}
