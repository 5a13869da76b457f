import { isRenewalDue, needsAttention, pauseAfter, remainingWaitMs } from '../../domain/certificate-renewal.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import {
  type CertificateAuthority,
  type CertificateOrder,
  type CertificateStore,
  type ChallengeKind,
  type IssuedCertificate,
  IssueFailure,
  type IssueProblem,
} from '../../ports/certificate-authority.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** The certificate that an authority signs for the server's name. */
export interface ManagedCertificateState {
  /** Undefined until there is one. */
  readonly current: IssuedCertificate | undefined;
  /** The last attempt, if it failed. */
  readonly lastFailure: CertificateFailure | undefined;
}

interface CertificateFailure {
  readonly atMs: number;
  readonly problem: IssueProblem;
  /** One line, in the authority's words where it has some. */
  readonly reason: string;
  /** When the next attempt is due, wall clock. */
  readonly nextMs: number;
}

export interface ManagedCertificateDeps {
  /** The name that the certificate is for, for the log. */
  readonly name: string;
  readonly authority: CertificateAuthority;
  readonly store: CertificateStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Calls once after a delay, unless the returned function is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly show: CertificateOrder['show'];
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Called when there is another certificate, or an attempt has failed. */
  readonly onChange: (state: ManagedCertificateState) => void;
}

const { lookMs, wrongClockMs } = serverLimits.certificates;

/**
 * Has an authority sign a certificate, and another one in time before it ends. Whatever fails, the certificate that is there
 * stays. Before one is renewed, the authority is asked for the time: a machine whose clock stands years off would otherwise order
 * one after another.
 */
export class ManagedCertificate {
  readonly #deps: ManagedCertificateDeps;
  readonly #stop = new AbortController();
  #state: ManagedCertificateState;
  /** Another authority has issued the current certificate. */
  #isForeign: boolean;
  #failures = 0;
  #challenge: ChallengeKind = 'tls-alpn-01';
  #cancelNext = () => {};
  #turn: Promise<void> = Promise.resolve();

  constructor(deps: ManagedCertificateDeps) {
    this.#deps = deps;
    const stored = deps.store.read();
    this.#state = { current: stored?.certificate, lastFailure: undefined };
    this.#isForeign = stored?.isForeign ?? false;
  }

  get state(): ManagedCertificateState {
    return this.#state;
  }

  /** Begins to look after the certificate; resolves when the first look is over. It goes on by itself from then on. */
  start(): Promise<void> {
    const waitMs = remainingWaitMs(this.#deps.store.readWait(), this.#deps.clock.nowMs());
    if (waitMs > 0) {
      this.#deps.log.warn({ waitMs }, 'the certificate authority asked the server, before its restart, to wait');
      this.#nextAfter(waitMs);
      return Promise.resolve();
    }
    return this.#look();
  }

  /** Ends an attempt that is under way; there are no further ones. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#cancelNext();
    await this.#turn;
  }

  #look(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#lookNow());
    return this.#turn;
  }

  async #lookNow(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    try {
      const nextMs = await this.#renewIfDue();
      this.#failures = 0;
      this.#nextAfter(nextMs);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      await this.#failed(error instanceof IssueFailure ? error : localFailure(error));
    }
  }

  /** Resolves with the time to the next look, ms. */
  async #renewIfDue(): Promise<number> {
    const { clock, authority, log } = this.#deps;
    const { signal } = this.#stop;
    const { current } = this.#state;
    if (current !== undefined && !this.#isForeign) {
      const nowMs = clock.nowMs();
      if (!needsAttention(current, nowMs)) return lookMs;
      const authorityMs = await authority.nowMs(signal);
      // Without a time of its own it has nothing to say against ours.
      if (!isRenewalDue(current, Number.isFinite(authorityMs) ? authorityMs : nowMs)) {
        const clockOffMs = Math.round(nowMs - authorityMs);
        log.warn({ clockOffMs }, 'the clock of this machine is wrong: the certificate is not due yet');
        this.#become({ current, lastFailure: undefined });
        return wrongClockMs;
      }
    }
    await this.#issue();
    return lookMs;
  }

  async #issue(): Promise<void> {
    const { authority, show, store, log, name } = this.#deps;
    const issued = await authority.issue({ challenge: this.#challenge, show, signal: this.#stop.signal });
    await store.write(issued);
    this.#isForeign = false;
    const validUntil = new Date(issued.notAfterMs).toISOString();
    log.info({ name, validUntil, challenge: this.#challenge }, 'the certificate authority has issued a certificate');
    this.#become({ current: issued, lastFailure: undefined });
    if (store.readWait() !== undefined) await this.#keepWait(undefined);
  }

  async #failed(failure: IssueFailure): Promise<void> {
    const { clock, log, name } = this.#deps;
    this.#failures++;
    const { problem, message: reason, retryAfterMs } = failure;
    if (problem === 'challengeFailed') {
      this.#challenge = this.#challenge === 'http-01' ? 'tls-alpn-01' : 'http-01';
    }
    const pauseMs = pauseAfter(this.#failures, retryAfterMs);
    const atMs = clock.nowMs();
    const lastFailure = { atMs, problem, reason, nextMs: atMs + pauseMs };
    const kept = this.#state.current === undefined ? 'there is none yet' : 'the one before stays';
    log.error({ err: failure, name, problem, reason, pauseMs }, `the certificate was not issued; ${kept}`);
    if (retryAfterMs !== undefined) await this.#keepWait(lastFailure.nextMs);
    this.#become({ current: this.#state.current, lastFailure });
    this.#nextAfter(pauseMs);
  }

  /** A disk that does not take it is no reason to give up. */
  async #keepWait(untilMs: number | undefined): Promise<void> {
    const { store, log } = this.#deps;
    await store.writeWait(untilMs).catch((error: unknown) => {
      log.warn({ err: error }, 'how long the certificate authority wants to be left alone could not be stored');
    });
  }

  #nextAfter(delayMs: number): void {
    if (this.#stop.signal.aborted) return;
    this.#cancelNext();
    this.#cancelNext = this.#deps.after(delayMs, () => this.#look());
  }

  #become(state: ManagedCertificateState): void {
    const before = this.#state;
    this.#state = state;
    if (before.current !== state.current || before.lastFailure !== state.lastFailure) this.#deps.onChange(state);
  }
}

function localFailure(cause: unknown): IssueFailure {
  return new IssueFailure('local', cause instanceof Error ? cause.message : String(cause), { cause });
}
