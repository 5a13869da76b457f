import { limits } from '@roomtone/protocol';
import type { Clock } from '../../ports/clock.ts';

/** What a room has against somebody: which of their restrictions it is, in this room. */
export type RestrictionKey =
  | { readonly kind: 'ban' | 'mute'; readonly roomId: string; readonly userId: string }
  | { readonly kind: 'guestBan'; readonly roomId: string; readonly participant: number };

/** The moment to ask storage about for every ban or mute, whether it has ended or not. */
export const includingEnded = 0;

interface End {
  /** As it is stored: wall clock, ms. */
  readonly until: number;
  readonly endsUs: number;
}

/**
 * When bans and mutes end on the service clock, so that none lasts longer or shorter because the wall clock was stepped.
 * Storage knows wall time, for the next run of the server; what it has from an earlier run is measured from the wall clock
 * as it was when this one started. Ask storage for everything, whatever its end, and here what of it holds.
 */
export class RestrictionEnds {
  readonly #clock: Clock;
  readonly #ends = new Map<string, End>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A restriction begins and lasts so long, 0 for until it is undone; returns what to store as its end. */
  begin(key: RestrictionKey, seconds: number): number | undefined {
    const text = textOf(key);
    this.#forgetEnded();
    this.#ends.delete(text);
    if (seconds === 0) return undefined;
    const until = this.#clock.nowMs() + seconds * 1000;
    this.#ends.set(text, { until, endsUs: this.#clock.serviceUs() + seconds * 1_000_000 });
    return until;
  }

  /** Service clock, µs; undefined for one that lasts until it is undone. @param until as it is stored. */
  endsUs(key: RestrictionKey, until: number | undefined): number | undefined {
    if (until === undefined) return undefined;
    const known = this.#ends.get(textOf(key));
    return known?.until === until ? known.endsUs : until * 1000;
  }

  /** @param until as it is stored. */
  holds(key: RestrictionKey, until: number | undefined): boolean {
    const endsUs = this.endsUs(key, until);
    return endsUs === undefined || this.#clock.serviceUs() < endsUs;
  }

  #forgetEnded(): void {
    const nowUs = this.#clock.serviceUs();
    for (const [key, { endsUs }] of this.#ends) if (endsUs + keptAfterUs <= nowUs) this.#ends.delete(key);
  }
}

const keptAfterUs = limits.endedRestrictionsKeptDays * 24 * 3_600_000_000;

function textOf(key: RestrictionKey): string {
  return `${key.kind} ${key.roomId} ${key.kind === 'guestBan' ? key.participant : key.userId}`;
}
