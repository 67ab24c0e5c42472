import { createContext, useContext } from "react";

/** Opens the drawer with the threads, on screens that have no room for the sidebar. */
export const MenuContext = createContext<() => void>(() => undefined);

export function useOpenMenu(): () => void {
  return useContext(MenuContext);
}
