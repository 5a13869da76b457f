import { useSyncExternalStore } from 'react';

/**
 * The address of each route; a part that starts with a colon is a parameter. A new route needs a line here and one in
 * routes.tsx.
 */
const addresses = {
  lobby: '/',
  room: '/rooms/:id',
  practice: '/practice',
  library: '/library',
  friends: '/people',
  conversation: '/people/:name',
  account: '/account',
  profile: '/users/:name',
  pro: '/pro',
  afterCheckout: '/pro/:outcome',
  host: '/host',
  recoverPassword: '/recover-password',
  verifyEmail: '/verify-email',
  audit: '/audit-log',
  components: '/components',
} as const;

export type RouteName = keyof typeof addresses;

/** The current route; any other address is `not-found`. */
export interface Route {
  readonly name: RouteName | 'not-found';
  /** The values of the parameters by name. */
  readonly params: Readonly<Record<string, string>>;
}

const listeners = new Set<() => void>();

/** The route of the address bar. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  return routeOf(path);
}

/** Opens another route of this page. @param path as pathTo() returns it. */
export function navigate(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path);
  for (const listener of listeners) listener();
}

/** The address of a route. @param params values of its parameters. */
export function pathTo(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return addresses[name].replace(/:(\w+)/g, (_part, param: string) => encodeURIComponent(params[param] ?? ''));
}

export function roomPath(roomId: string): string {
  return pathTo('room', { id: roomId });
}

/** Where an invitation leads. @param roomId undefined for the server itself. */
export function invitedPath(roomId: string | undefined): string {
  return roomId === undefined ? pathTo('lobby') : roomPath(roomId);
}

/** @param path such as `/rooms/AbC`. */
export function routeOf(path: string): Route {
  // Object.entries loses the type of the keys.
  for (const name of Object.keys(addresses) as RouteName[]) {
    const params = matchOf(addresses[name], path);
    if (params !== undefined) return { name, params };
  }
  return { name: 'not-found', params: {} };
}

function matchOf(address: string, path: string): Record<string, string> | undefined {
  const [expected, actual] = [partsOf(address), partsOf(path)];
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const found = actual[index] ?? '';
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
    // No resource has a name with an invalid escape, so the screen will say that it was not found.
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
