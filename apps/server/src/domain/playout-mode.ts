import { limits, type PlayoutMode } from '@roomtone/protocol';

/** What a player says of the way to them, µs. */
export interface DelayFigures {
  /** Round trip to the server. */
  readonly rtt: number;
  /** Jitter of the notes that arrive there. */
  readonly jitter: number;
}

/** A shorter common delay is worth telling when it gains this much: each change is heard. */
const leastGainUs = 5_000;

/**
 * Whether a room plays matched, and how much everybody delays their own sound then. Fed with what the players report;
 * what it says changes at once where the delay is too short, and only for a real gain where it is longer than needed
 * (room rules R9.8).
 */
export class MatchedPlayout {
  readonly #figures = new Map<number, DelayFigures>();
  #matched = false;
  #commonDelayUs = 0;

  /** As everybody is told. */
  get mode(): PlayoutMode {
    return { matched: this.#matched, commonDelay: this.#matched ? this.#commonDelayUs : 0 };
  }

  set(matched: boolean): void {
    this.#matched = matched;
    this.#commonDelayUs = this.#neededUs();
  }

  /** Takes in a player's latest figures; tells whether the mode changed. */
  report(player: number, { rtt, jitter }: DelayFigures): boolean {
    this.#figures.set(player, { rtt, jitter });
    if (!this.#matched) return false;
    const neededUs = this.#neededUs();
    const isRight = neededUs <= this.#commonDelayUs && this.#commonDelayUs - neededUs < leastGainUs;
    if (isRight) return false;
    this.#commonDelayUs = neededUs;
    return true;
  }

  /** A player is gone. What they needed is given up with the next report. */
  forget(player: number): void {
    this.#figures.delete(player);
  }

  #neededUs(): number {
    return Math.min(limits.commonDelayUs, longestDelayUs(this.#figures.values()));
  }
}

/**
 * The largest one-way delay between two players plus the jitter where it ends: half of both round trips. Of one player
 * alone it is the way from the server.
 */
export function longestDelayUs(figures: Iterable<DelayFigures>): number {
  const all = [...figures];
  // The farthest of the others, for each of them: the farthest of all but for the farthest itself.
  const [farthest, second] = all.toSorted((one, other) => other.rtt - one.rtt);
  return all.reduce((longestUs, player) => {
    const other = player === farthest ? second : farthest;
    return Math.max(longestUs, Math.ceil(((other?.rtt ?? 0) + player.rtt) / 2) + player.jitter);
  }, 0);
}
