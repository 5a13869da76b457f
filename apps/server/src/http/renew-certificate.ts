import { Server as TlsServer } from 'node:tls';
import type { TlsIdentity } from '../adapters/tls/certificate.ts';
import type { App } from './server-types.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * Serves a renewed certificate from the day it is there, until the application closes; connections that are open keep
 * theirs. What cannot be read is no reason to stop serving with the old one.
 */
export function renewDaily(app: App, first: TlsIdentity, load: () => Promise<TlsIdentity | undefined>): void {
  let served = first.cert;
  const renew = async () => {
    const identity = await load();
    const server: unknown = app.server;
    if (identity === undefined || identity.cert === served || !(server instanceof TlsServer)) return;
    server.setSecureContext({ cert: identity.cert, key: identity.key });
    served = identity.cert;
    app.log.info('serving a renewed certificate');
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => app.log.error({ err: error }, 'the certificate could not be renewed'));
  }, dayMs);
  timer.unref();
  app.server.once('close', () => clearInterval(timer));
}
