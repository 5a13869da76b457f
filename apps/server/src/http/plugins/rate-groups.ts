import { isApiPath } from './versions.ts';

/** Each group has its own limit and counters (S10.2). */
export type RateGroup = 'general' | 'authentication' | 'uploads' | 'billing' | 'monitoring' | 'pages';

/**
 * The group a request counts in; undefined if it is not counted (S10.2).
 * @param path the route's if one matched: other spellings of an address must not count in another group.
 */
export function rateGroupOf(method: string, path: string): RateGroup | undefined {
  if (path === '/metrics' || path === '/health/detailed') return 'monitoring';
  if (isPage(path)) return 'pages';
  if (!isApiPath(path)) return undefined;
  // Called by the payment provider, as often as it has events.
  if (path === '/api/billing/webhook') return undefined;
  if (path.startsWith('/api/billing/')) return 'billing';
  if (path === '/api/users/avatar' && method === 'POST') return 'uploads';
  if (path.startsWith('/api/auth/') && path !== '/api/auth/websocket-ticket') return 'authentication';
  return 'general';
}

/**
 * Says if the body names who is counted: for 'account' it has a username, for 'session' a token of an auth session, for
 * 'challenge' that of a sign-in's second step, for 'email' an email. Other requests of the authentication group count for their caller, as in other groups.
 */
export function countedBy(method: string, path: string): 'account' | 'email' | 'session' | 'challenge' | 'caller' {
  if (method !== 'POST') return 'caller';
  if (path === '/api/auth/login' || path === '/api/auth/register') return 'account';
  if (path === '/api/auth/password-recovery') return 'email';
  if (path === '/api/auth/login/second-factor') return 'challenge';
  return path === '/api/auth/refresh' || path === '/api/auth/logout' ? 'session' : 'caller';
}

/** True for what anyone may request without an account and costs more than a file: the reference and health. */
function isPage(path: string): boolean {
  return path === '/docs' || path === '/health' || path.startsWith('/docs/') || path.startsWith('/health/');
}
