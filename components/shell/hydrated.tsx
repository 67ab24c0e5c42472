import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

const Hydrated = createContext(false);

/**
 * Tells the whole application when it answers to input. As a transition: what the page then enables renders in slices, and
 * a click between two of them is not kept waiting.
 */
export function HydratedProvider({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <Hydrated value={hydrated}>{children}</Hydrated>;
}

/** `false` on the server and in the first render in the browser, `true` once the page answers to input. */
export function useHydrated(): boolean {
  return useContext(Hydrated);
}
