/**
 * What a page keeps while its tab lives, to paint at once after a reload: by thread id for conversations, by order id for
 * drafts. Where the server has a copy too, that one decides.
 */
export interface SessionCopy<T> {
  /** `null`: nothing kept, or kept by another version, or not readable. */
  load(id: string): T | null;
  /** Never throws. When the tab's storage is full, the older copy goes too: none is better than a stale one. */
  save(id: string, value: T): void;
  clear(id: string): void;
}

export interface SessionCopyOptions<T> {
  /** What is kept, for example `ai-sdk-messages`: each client has its own format. */
  name: string;
  /** Raise it when the format changes: copies of other versions are ignored. */
  version: number;
  /** Stored text can be old or edited. */
  isValid(value: unknown): value is T;
  /** For tests. May return `null` or throw where there is no storage. */
  storage?: () => Storage | null;
}

function tabStorage(): Storage | null {
  return typeof window === "undefined" ? null : window.sessionStorage;
}

export function createSessionCopy<T>(options: SessionCopyOptions<T>): SessionCopy<T> {
  const { name, version, isValid, storage = tabStorage } = options;
  const keyOf = (id: string) => `neuron:${name}:${id}`;

  // Reading `sessionStorage` itself throws where cookies are blocked.
  function attempt<R>(use: (store: Storage) => R): R | null {
    try {
      const store = storage();
      return store && use(store);
    } catch {
      return null;
    }
  }

  function clear(id: string): void {
    attempt((store) => store.removeItem(keyOf(id)));
  }

  return {
    clear,
    load: (id) =>
      attempt((store) => {
        const kept: unknown = JSON.parse(store.getItem(keyOf(id)) ?? "null");
        if (typeof kept !== "object" || kept === null || !("v" in kept) || !("value" in kept)) return null;
        return kept.v === version && isValid(kept.value) ? kept.value : null;
      }),
    save: (id, value) => {
      const saved = attempt((store) => {
        store.setItem(keyOf(id), JSON.stringify({ v: version, value }));
        return true;
      });
      if (!saved) clear(id);
    },
  };
}
