import { serviceLimits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';

/** Names a ban or mute of one user or guest in one room. */
export type RestrictionKey =
  | { readonly kind: 'ban' | 'mute'; readonly roomId: string; readonly userId: string }
  | { readonly kind: 'guestBan'; readonly roomId: string; readonly participant: number };

/** Passed to storage as the current time, gets every ban and mute, ended ones included. */
export const includingEnded = 0;

interface End {
  /** As stored: wall clock, ms. */
  readonly until: number;
  readonly endsUs: number;
}

/**
 * Knows when bans and mutes end on the service clock, so that none lasts longer or shorter because the wall clock was set.
 * Storage has wall time, for the next run of the server; restrictions from an earlier run are measured from the wall clock at
 * the start of this one. Read all restrictions from storage, ended ones included, and ask here which of them hold.
 */
export class RestrictionEnds {
  readonly #clock: Clock;
  readonly #ends = new Map<string, End>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins a restriction of this length, 0 for one without an end; returns the end to store. */
  begin(key: RestrictionKey, seconds: number): number | undefined {
    const text = textOf(key);
    this.#forgetEnded();
    this.#ends.delete(text);
    if (seconds === 0) return undefined;
    const until = this.#clock.nowMs() + seconds * 1000;
    this.#ends.set(text, { until, endsUs: this.#clock.serviceUs() + seconds * 1_000_000 });
    return until;
  }

  /** The end on the service clock, µs; undefined if it has none. @param until as stored. */
  endsUs(key: RestrictionKey, until: number | undefined): number | undefined {
    if (until === undefined) return undefined;
    const known = this.#ends.get(textOf(key));
    return known?.until === until ? known.endsUs : until * 1000;
  }

  /** @param until as stored. */
  holds(key: RestrictionKey, until: number | undefined): boolean {
    const endsUs = this.endsUs(key, until);
    return endsUs === undefined || this.#clock.serviceUs() < endsUs;
  }

  #forgetEnded(): void {
    const nowUs = this.#clock.serviceUs();
    for (const [key, { endsUs }] of this.#ends) if (endsUs + forgetAfterUs <= nowUs) this.#ends.delete(key);
  }
}

const forgetAfterUs = serviceLimits.endedRestrictionsKeptDays * 24 * 3_600_000_000;

function textOf(key: RestrictionKey): string {
  return `${key.kind} ${key.roomId} ${key.kind === 'guestBan' ? key.participant : key.userId}`;
}
