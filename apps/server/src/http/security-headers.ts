import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { Config } from '../config.ts';
import { isHost } from './addresses.ts';
import type { ClientFacing } from './client-facing.ts';
import type { App } from './server-types.ts';

export interface SecurityHeadersDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly clientFacing: (request: IncomingMessage) => ClientFacing;
}

/**
 * A strict Content-Security-Policy, nosniff and a referrer policy on every response (decisions 1). Nothing here forces
 * https: on a LAN there may be none, and a browser that remembered it could not come back.
 */
export async function securityHeaders(app: App, deps: SecurityHeadersDeps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'", (request) => ownWebSockets(request, deps)],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  });
}

/**
 * This server's WebSockets, named by host: not every browser counts them as 'self', and a bare `ws:` would let a script
 * that got in talk to anybody.
 */
function ownWebSockets(
  request: IncomingMessage | ServerResponse,
  { config, clientFacing }: SecurityHeadersDeps,
): string {
  const asked = 'headers' in request ? clientFacing(request).host : undefined;
  const host = config.publicUrl === undefined ? asked : new URL(config.publicUrl).host;
  return isHost(host) ? `ws://${host} wss://${host}` : "'self'";
}
