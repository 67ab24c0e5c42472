import { useEffect, useState } from "react";

export interface Loader<Component> {
  loaded: Component | undefined;
  start(): Promise<Component>;
}

/** A component that few visits need before the first answer: its module is asked for once, by whoever needs it first. */
export function createLoader<Component>(load: () => Promise<Component>): Loader<Component> {
  let loading: Promise<Component> | undefined;
  const loader: Loader<Component> = {
    loaded: undefined,
    start() {
      loading ??= load().then(
        (component) => {
          loader.loaded = component;
          return component;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
  return loader;
}

/** The component, or `undefined` until it has arrived and while it cannot be had: the next element tries again. */
export function useLoaded<Component>(loader: Loader<Component>): Component | undefined {
  const [component, setComponent] = useState<Component | undefined>(() => loader.loaded);
  useEffect(() => {
    if (component) return;
    let mounted = true;
    loader.start().then(
      (arrived) => mounted && setComponent(() => arrived),
      // Offline: what stands in its place has to do.
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, [component, loader]);
  return component;
}
