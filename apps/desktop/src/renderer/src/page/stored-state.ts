import type { StoreApi } from 'zustand';

/** Reads JSON that the browser stored under a key; null if there is none or it is invalid. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a store's state whenever it changes. A browser that stores nothing is not an error. */
export function persist<State>(key: string, store: Pick<StoreApi<State>, 'subscribe'>): void {
  store.subscribe((state) => {
    try {
      localStorage.setItem(key, JSON.stringify(state));
    } catch {
      // Storage is full or blocked: the setting lasts until the page closes.
    }
  });
}
