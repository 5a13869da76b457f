import { Server as TlsServer } from 'node:tls';
import type { TlsIdentity } from '../adapters/tls/certificate.ts';
import type { App } from './server-types.ts';

const dayMs = 24 * 3600 * 1000;

/** The certificate that is served. */
export interface ServedCertificate {
  readonly current: TlsIdentity;
  /** Looks now whether there has to be another one: the machine has other addresses. */
  renew(): Promise<void>;
}

/**
 * Serves a renewed certificate from the moment it is there, until the application closes; connections that are open keep
 * theirs. It is looked for once a day. What cannot be read is no reason to stop serving with the old one.
 */
export function keepRenewed(
  app: App,
  first: TlsIdentity,
  load: () => Promise<TlsIdentity | undefined>,
): ServedCertificate {
  let current = first;
  let last = Promise.resolve();
  const look = async () => {
    const identity = await load();
    const server: unknown = app.server;
    if (identity === undefined || identity.cert === current.cert || !(server instanceof TlsServer)) return;
    server.setSecureContext({ cert: identity.cert, key: identity.key });
    current = identity;
    app.log.info('serving a renewed certificate');
  };
  // One after the other: two that write the same file at once would serve what is not in it.
  const renew = () => {
    last = last
      .then(look)
      .catch((error: unknown) => app.log.error({ err: error }, 'the certificate could not be renewed'));
    return last;
  };
  const timer = setInterval(() => void renew(), dayMs);
  timer.unref();
  app.server.once('close', () => clearInterval(timer));
  return {
    get current() {
      return current;
    },
    renew,
  };
}
