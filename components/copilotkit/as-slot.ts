import type { ReactNode } from "react";

/**
 * A component in place of one of CopilotKit's. Its slots are typed by the default component with all the parts that hang
 * on it; they come along.
 */
export function asSlot<Props, Default extends object>(
  component: (props: Props) => ReactNode,
  original: Default,
): typeof component & Default {
  return Object.assign(component, original);
}
