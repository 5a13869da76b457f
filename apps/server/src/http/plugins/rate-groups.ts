import { isApiPath } from './versions.ts';

/** Each has its own limit and its own counters (S10.2). */
export type RateGroup = 'general' | 'authentication' | 'uploads' | 'billing' | 'pages';

/**
 * The group a request counts in; undefined where nothing is counted (S10.2).
 * @param path the route's, where one matched: other spellings of an address must not count elsewhere.
 */
export function rateGroupOf(method: string, path: string): RateGroup | undefined {
  if (isPage(path)) return 'pages';
  if (!isApiPath(path)) return undefined;
  // The provider calls it, as often as it has something to tell.
  if (path === '/api/billing/webhook') return undefined;
  if (path.startsWith('/api/billing/')) return 'billing';
  if (path === '/api/users/avatar' && method === 'POST') return 'uploads';
  if (path.startsWith('/api/auth/') && path !== '/api/auth/websocket-ticket') return 'authentication';
  return 'general';
}

/**
 * Where the body says who is counted: `account` names one, `session` carries a session's token. Everything else in the
 * authentication group counts as anywhere.
 */
export function countedBy(method: string, path: string): 'account' | 'session' | 'caller' {
  if (method !== 'POST') return 'caller';
  if (path === '/api/auth/login' || path === '/api/auth/register') return 'account';
  return path === '/api/auth/refresh' || path === '/api/auth/logout' ? 'session' : 'caller';
}

/** What anybody may ask for without an account, and costs more than a file: the reference, metrics and health. */
function isPage(path: string): boolean {
  return ['/docs', '/metrics', '/health'].includes(path) || path.startsWith('/docs/') || path.startsWith('/health/');
}
