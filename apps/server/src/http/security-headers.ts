import type { Config } from '../config.ts';
import { isHost } from './addresses.ts';
import type { App } from './server-types.ts';

/**
 * Nosniff, a referrer policy and what else browsers let a server ask for, on every response (decisions 1). Nothing here
 * forces https: on a LAN there may be none, and a browser that remembered it could not come back.
 */
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter it speaks to made holes of its own.
  'x-xss-protection': '0',
} as const;

/** These headers and a strict Content-Security-Policy on every response (decisions 1). */
export function securityHeaders(app: App, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const made = { host: publicHost, policy: contentPolicy(publicHost) };
  app.addHook('onRequest', (request, reply, done) => {
    const host = publicHost ?? request.host;
    // Nearly all ask for the same host as the one before them.
    if (host !== made.host) Object.assign(made, { host, policy: contentPolicy(host) });
    reply.headers(headers).header('content-security-policy', made.policy);
    done();
  });
}

/**
 * This server's WebSockets are named by host: not every browser counts them as 'self', and a bare `ws:` would let a script
 * that got in talk to anybody.
 */
function contentPolicy(host: string | undefined): string {
  const webSockets = isHost(host) ? `ws://${host} wss://${host}` : "'self'";
  return [
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${webSockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');
}
