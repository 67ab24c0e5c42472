import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** `false` on the server and in the first render in the browser, `true` once the page answers to input. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
