import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** The interval at which the wall clock is compared with the monotonic one. */
const compareIntervalMs = 60_000;

export interface ServedCertificateDeps {
  readonly first: TlsIdentity;
  /** Loads the certificate that should be served now. */
  readonly load: () => Promise<TlsIdentity | undefined>;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Why the certificate was not renewed when the server last looked. */
export interface RenewalFailure {
  readonly atMs: number;
  readonly reason: string;
}

/** The certificate that is served. If a new one cannot be read, the old one stays. */
export class ServedCertificate {
  readonly #deps: ServedCertificateDeps;
  #current: TlsIdentity;
  #server: TlsServer | undefined;
  #lastRenewal = Promise.resolve();
  #lastFailure: RenewalFailure | undefined;

  constructor(deps: ServedCertificateDeps) {
    this.#deps = deps;
    this.#current = deps.first;
  }

  get current(): TlsIdentity {
    return this.#current;
  }

  get lastFailure(): RenewalFailure | undefined {
    return this.#lastFailure;
  }

  /**
   * Looks for a renewed certificate until the server closes: once a day, and within a minute of the clock being set, since a
   * certificate made by a wrong clock is not valid by the right one. Open connections keep theirs.
   */
  keepRenewed(server: Server, clock: Pick<Clock, 'nowMs' | 'monotonicMs'>): void {
    // The types of an http server hide that it may be an https server.
    const tlsServer: unknown = server;
    if (!(tlsServer instanceof TlsServer)) return;
    this.#server = tlsServer;
    let offsetMs = clock.nowMs() - clock.monotonicMs();
    const renewIfClockWasSet = () => {
      const nowOffsetMs = clock.nowMs() - clock.monotonicMs();
      if (Math.abs(nowOffsetMs - offsetMs) < hourMs) return;
      offsetMs = nowOffsetMs;
      void this.renew();
    };
    const timers = [setInterval(() => void this.renew(), dayMs), setInterval(renewIfClockWasSet, compareIntervalMs)];
    for (const timer of timers) timer.unref();
    server.once('close', () => timers.forEach(clearInterval));
  }

  /** Looks for a renewed certificate now, for example because the machine has other addresses. */
  renew(): Promise<void> {
    // One after the other: two that write the same file at the same time would serve what is not in it.
    this.#lastRenewal = this.#lastRenewal
      .then(() => this.#look())
      .then(() => {
        this.#lastFailure = undefined;
      })
      .catch((error: unknown) => {
        this.#lastFailure = { atMs: Date.now(), reason: error instanceof Error ? error.message : String(error) };
        this.#deps.log.error({ err: error }, 'the certificate could not be renewed');
      });
    return this.#lastRenewal;
  }

  async #look(): Promise<void> {
    const identity = await this.#deps.load();
    if (identity === undefined || identity.cert === this.#current.cert || this.#server === undefined) return;
    this.#server.setSecureContext({ cert: identity.cert, key: identity.key });
    this.#current = identity;
    this.#deps.log.info({}, 'serving a renewed certificate');
  }
}
