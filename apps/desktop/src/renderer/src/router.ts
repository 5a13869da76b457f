import { useSyncExternalStore } from 'react';

/** Where one is. Every other address is the lobby's. */
export type Place = { readonly name: 'lobby' | 'practice' } | { readonly name: 'room'; readonly roomId: string };

const listeners = new Set<() => void>();

/** The place that the address bar names. */
export function usePlace(): Place {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return placeOf(path);
}

/** Goes to another place of this page. */
export function navigate(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  for (const listener of listeners) listener();
}

/** The address of the practice room. */
export const practicePath = '/practice';

export function roomPath(roomId: string): string {
  return `/room/${encodeURIComponent(roomId)}`;
}

/** @param path such as `/room/AbC`. */
export function placeOf(path: string): Place {
  const found = /^\/room\/([^/]+)\/?$/.exec(path)?.[1];
  if (found === undefined) return { name: /^\/practice\/?$/.test(path) ? 'practice' : 'lobby' };
  try {
    return { name: 'room', roomId: decodeURIComponent(found) };
  } catch {
    // A broken escape names no room, and a room that is not there says so kindly.
    return { name: 'room', roomId: found };
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}
