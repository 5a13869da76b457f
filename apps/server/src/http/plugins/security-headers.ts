import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { isHost } from './addresses.ts';
import type { RequestStep } from './every-request.ts';
import { setHeaders } from './set-headers.ts';
import { isApiPath } from './versions.ts';

/**
 * For answers to programs: if a browser shows one after all, it may load and run nothing. Nothing may cache them, because they
 * hold tokens and personal data.
 */
const ofData = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

const forcedHttps = ['strict-transport-security', 'max-age=31536000'] as const;

/**
 * Sets a strict Content-Security-Policy, nosniff and a referrer policy on every page and its files (S5.7); answers of the API
 * need fewer rules. Https is forced at the host of an https ROOMTONE_PUBLIC_URL only (S6.7): a LAN may have none, and a browser
 * that remembered the rule for its addresses could not connect any more.
 */
export function createSecurityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestStep {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const publicHost = url?.host;
  const httpsHostname = url?.protocol === 'https:' ? url.hostname : undefined;
  const made: { host: string | undefined; headers: Record<string, string> } = {
    host: publicHost,
    headers: headersFor(publicHost),
  };
  return (request, reply) => {
    if (httpsHostname !== undefined && request.hostname === httpsHostname) reply.header(...forcedHttps);
    if (isData(request.url)) {
      setHeaders(reply, ofData);
      return;
    }
    const { host } = request;
    // Nearly all requests have the same host as the one before them, and helmet would build all headers again.
    if (host !== made.host) Object.assign(made, { host, headers: headersFor(host, publicHost) });
    setHeaders(reply, made.headers);
  };
}

/** True for addresses that never serve a page. */
function isData(url: string): boolean {
  return isApiPath(url) || url === '/health' || url === '/health/ready';
}

/** The headers that helmet sets for a server with these hosts. */
function headersFor(...hosts: readonly (string | undefined)[]): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...new Set(hosts.filter(isHost).map(ownWebSockets))],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    // frame-ancestors replaces it.
    xFrameOptions: false,
    // These are for browsers and plug-ins that no longer exist, and one causes a warning over plain http.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
    // No page links to another host.
    xDnsPrefetchControl: false,
  });
  setHeaders(answer.req, answer, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.fromEntries(answer.getHeaderNames().map((name) => [name, String(answer.getHeader(name))]));
}

/**
 * This server's WebSockets by host: not every browser counts them as 'self', and a bare `ws:` would let an injected script
 * connect to any server.
 */
function ownWebSockets(host: string): string {
  return `ws://${host} wss://${host}`;
}
