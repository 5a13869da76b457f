import { limits, type PlayoutMode } from '@roomtone/protocol';

/** A player's measurements of the connection, µs. */
export interface DelayFigures {
  readonly rtt: number;
  /** Jitter of the notes that reach the player. */
  readonly jitter: number;
}

/** The common delay is shortened only for at least this gain, because every change is audible. */
const leastGainUs = 5_000;

/**
 * Keeps a room's playout mode: matched or not, and the delay that all players add to their own sound while matched. The
 * players' reports determine the delay. It grows as soon as it is too short, and shrinks only for a noticeable gain (room
 * rules R9.8).
 */
export class MatchedPlayout {
  readonly #figures = new Map<number, DelayFigures>();
  #matched = false;
  #commonDelayUs = 0;

  get mode(): PlayoutMode {
    return { matched: this.#matched, commonDelay: this.#matched ? this.#commonDelayUs : 0 };
  }

  /** The mode after it is turned on or off now. */
  modeIf(matched: boolean): PlayoutMode {
    return { matched, commonDelay: matched ? this.#neededUs() : 0 };
  }

  /** From now on this is the mode. */
  adopt({ matched, commonDelay }: PlayoutMode): void {
    this.#matched = matched;
    this.#commonDelayUs = commonDelay;
  }

  /** Stores a player's latest figures, which another process judges. */
  note(player: number, { rtt, jitter }: DelayFigures): void {
    this.#figures.set(player, { rtt, jitter });
  }

  /** Stores a player's latest figures. Returns true if the mode changed. */
  report(player: number, { rtt, jitter }: DelayFigures): boolean {
    this.#figures.set(player, { rtt, jitter });
    if (!this.#matched) return false;
    const neededUs = this.#neededUs();
    const isRight = neededUs <= this.#commonDelayUs && this.#commonDelayUs - neededUs < leastGainUs;
    if (isRight) return false;
    this.#commonDelayUs = neededUs;
    return true;
  }

  /** Call when a player has left. The delay that they needed shrinks with the next report. */
  forget(player: number): void {
    this.#figures.delete(player);
  }

  #neededUs(): number {
    return Math.min(limits.commonDelayUs, longestDelayUs(this.#figures.values()));
  }
}

/**
 * Returns the largest one-way delay between two players plus the receiver's jitter. The one-way delay is half of both round
 * trips; for a single player it is the way from the server.
 */
export function longestDelayUs(figures: Iterable<DelayFigures>): number {
  const all = [...figures];
  // For each player the farthest other one: the farthest of all, or the second for the farthest itself.
  const [farthest, second] = all.toSorted((one, other) => other.rtt - one.rtt);
  return all.reduce((longestUs, player) => {
    const other = player === farthest ? second : farthest;
    return Math.max(longestUs, Math.ceil(((other?.rtt ?? 0) + player.rtt) / 2) + player.jitter);
  }, 0);
}
