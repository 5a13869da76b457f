import { useSyncExternalStore } from 'react';

/**
 * The routes of this page by their addresses; a part that begins with a colon is whatever stands there. A new route is a
 * line here and one in routes.tsx.
 */
const addresses = {
  lobby: '/',
  room: '/rooms/:id',
  practice: '/practice',
  friends: '/people',
  conversation: '/people/:name',
  account: '/account',
  profile: '/users/:name',
  pro: '/pro',
  afterCheckout: '/pro/:outcome',
  host: '/host',
  components: '/components',
} as const;

export type RouteName = keyof typeof addresses;

/** Where one is; `nowhere` is every other address. */
export interface Route {
  readonly name: RouteName | 'nowhere';
  /** What stands for the parts with a colon, by their names. */
  readonly params: Readonly<Record<string, string>>;
}

const listeners = new Set<() => void>();

/** The route that the address bar names. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return routeOf(path);
}

/** Goes to another route of this page. @param path as pathTo() gives it. */
export function navigate(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  for (const listener of listeners) listener();
}

/** The address of a route. @param params what stands for its parts with a colon. */
export function pathTo(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return addresses[name].replace(/:(\w+)/g, (_part, param: string) => encodeURIComponent(params[param] ?? ''));
}

export function roomPath(roomId: string): string {
  return pathTo('room', { id: roomId });
}

/** @param path such as `/rooms/AbC`. */
export function routeOf(path: string): Route {
  // Object.entries forgets which names it lists.
  for (const name of Object.keys(addresses) as RouteName[]) {
    const params = matchOf(addresses[name], path);
    if (params !== undefined) return { name, params };
  }
  return { name: 'nowhere', params: {} };
}

function matchOf(address: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [partsOf(address), partsOf(path)];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(found);
    else if (part !== found) return undefined;
  }
  return params;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A broken escape names nothing that there is, and what is not there says so kindly.
    return part;
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
