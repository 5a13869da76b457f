import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { isHost } from './addresses.ts';
import type { RequestStep } from './every-request.ts';
import { setHeaders } from './set-headers.ts';
import { isApiPath } from './versions.ts';

/** What is read by programs: should a browser show it all the same, then as something that may do nothing. */
const ofData = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * A strict Content-Security-Policy, nosniff and a referrer policy on every page and all that belongs to one (S5.7);
 * what the API answers has less to forbid. Nothing here forces https: on a LAN there may be none, and a browser that
 * remembered it could not come back.
 */
export function createSecurityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestStep {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  const made = { host: publicHost, headers: headersFor(publicHost) };
  return (request, reply) => {
    if (isData(request.url)) {
      setHeaders(reply, ofData);
      return;
    }
    const host = publicHost ?? request.host;
    // Nearly all ask for the same host as the one before them, and helmet would think it all over for each.
    if (host !== made.host) Object.assign(made, { host, headers: headersFor(host) });
    setHeaders(reply, made.headers);
  };
}

/** No page is ever at such an address. */
function isData(url: string): boolean {
  return isApiPath(url) || url === '/health' || url === '/health/ready';
}

/** What helmet sets on an answer of a server that is called so. */
function headersFor(host: string | undefined): Record<string, string> {
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
        'connect-src': ["'self'", ownWebSockets(host)],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    // frame-ancestors says it.
    xFrameOptions: false,
    // For browsers that are gone, plug-ins that are gone, and a hint that plain http turns into a warning.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
    // No page here links to another host.
    xDnsPrefetchControl: false,
  });
  setHeaders(answer.req, answer, (error) => {
    if (error !== undefined) throw error;
  });
  return Object.fromEntries(answer.getHeaderNames().map((name) => [name, String(answer.getHeader(name))]));
}

/**
 * This server's WebSockets, named by host: not every browser counts them as 'self', and a bare `ws:` would let a script
 * that got in talk to anybody.
 */
function ownWebSockets(host: string | undefined): string {
  return isHost(host) ? `ws://${host} wss://${host}` : "'self'";
}
