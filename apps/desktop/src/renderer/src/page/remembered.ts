import type { StoreApi } from 'zustand';

/** Reads what a browser keeps under a key, as JSON; null for nothing, and for what is no JSON. */
export function recalled(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a store's state from now on; a browser that keeps nothing is no reason to fail. */
export function remember<State>(key: string, store: Pick<StoreApi<State>, 'subscribe'>): void {
  store.subscribe((state) => {
    try {
      localStorage.setItem(key, JSON.stringify(state));
    } catch {
      // Full or closed storage: the setting holds until the page goes.
    }
  });
}
