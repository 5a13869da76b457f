import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../../ports/clock.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';
import type { App } from './server-types.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** How often the wall clock is compared with the monotonic one. */
const compareIntervalMs = 60_000;

/** The certificate that is served. */
export interface ServedCertificate {
  readonly current: TlsIdentity;
  /** Looks now whether there has to be another one: the machine has other addresses. */
  renew(): Promise<void>;
}

/**
 * Serves a renewed certificate from the moment it is there, until the application closes; connections that are open keep
 * theirs. It is looked for once a day, and within a minute of the clock being set: a certificate made by a wrong clock is
 * not valid by the right one. What cannot be read is no reason to stop serving with the old one.
 */
export function keepRenewed(
  app: App,
  first: TlsIdentity,
  load: () => Promise<TlsIdentity | undefined>,
  clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
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
  let offsetMs = clock.nowMs() - clock.monotonicMs();
  const renewIfClockWasSet = () => {
    const nowOffsetMs = clock.nowMs() - clock.monotonicMs();
    if (Math.abs(nowOffsetMs - offsetMs) < hourMs) return;
    offsetMs = nowOffsetMs;
    void renew();
  };
  const timers = [setInterval(() => void renew(), dayMs), setInterval(renewIfClockWasSet, compareIntervalMs)];
  for (const timer of timers) timer.unref();
  app.server.once('close', () => timers.forEach(clearInterval));
  return {
    get current() {
      return current;
    },
    renew,
  };
}
