import {
  barsUs,
  type Issue,
  issues,
  limits,
  type PlayoutMode,
  type Transport,
  validationError,
} from '@roomtone/protocol';

/** A player's measurements of the connection, µs. */
export interface DelayFigures {
  readonly rtt: number;
  /** Jitter of the notes that reach the player. */
  readonly jitter: number;
}

/** The common delay is shortened only for at least this gain, because every change is audible. */
const leastGainUs = 5_000;

/**
 * Checks a playout mode that somebody asks for (room rules R9.6, R9.9).
 * @throws {RoomtoneError} VALIDATION_ERROR on `intervalBars`.
 */
export function checkPlayoutMode({ matched, intervalBars }: PlayoutMode, transport: Transport): void {
  if (intervalBars === 0) return;
  const { min, max } = limits.interval.bars;
  const refuse = (issue: Issue) => {
    throw validationError([{ field: 'intervalBars', ...issue }]);
  };
  if (intervalBars > max) refuse(issues.between(min, max));
  if (matched) refuse(issues.invalid('must be 0 while matched'));
  const fitting = Math.floor(limits.interval.us / barsUs(transport, 1));
  if (intervalBars > fitting) refuse(issues.between(fitting === 0 ? 0 : min, fitting));
}

/**
 * Keeps a room's playout mode: whether everybody hears the others at once or some bars later, or matched, and the delay that
 * all players add to their own sound while matched. The players' reports determine the delay. It grows as soon as it is too
 * short, and shrinks only for a noticeable gain (room rules R9.8).
 */
export class RoomPlayout {
  readonly #figures = new Map<number, DelayFigures>();
  #matched = false;
  #commonDelayUs = 0;
  #intervalBars = 0;

  get mode(): PlayoutMode {
    const commonDelay = this.#matched ? this.#commonDelayUs : 0;
    return { matched: this.#matched, commonDelay, intervalBars: this.#intervalBars };
  }

  /** Sets a mode that checkPlayoutMode() has passed. */
  set({ matched, intervalBars }: PlayoutMode): void {
    this.#matched = matched;
    this.#intervalBars = intervalBars;
    this.#commonDelayUs = this.#neededUs();
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
