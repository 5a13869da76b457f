// Turns in a room where they decide who plays (room rules R23). All functions return what they are given if nothing changes.
import { limits, RoomtoneError } from '@roomtone/protocol';
import { roomLimits } from './room-limits.ts';

/** One participant's turn. */
interface Turn {
  /** The participant number. */
  readonly number: number;
  /** Service clock, µs. */
  readonly startedUs: number;
}

/** The players in turn, the first to begin first, and the queue, the next one first. */
export interface Turns {
  readonly playing: readonly Turn[];
  readonly waiting: readonly number[];
}

/** The facts that decide when a turn ends. */
export interface TurnRules {
  /** How many play at a time. */
  readonly players: number;
  /** 0 for no end. */
  readonly seconds: number;
  readonly isInside: (number: number) => boolean;
  /** Service clock, µs: when they last played. */
  readonly heardUs: (number: number) => number;
}

export const noTurns: Turns = { playing: [], waiting: [] };

export function isPlaying({ playing }: Turns, number: number): boolean {
  return playing.some((turn) => turn.number === number);
}

/**
 * Takes the last place in the queue. A place, or a turn, that the same person has as another participant becomes this one's
 * instead.
 * @param isOwn true for the other participants of the same person.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason queue_full.
 */
export function takePlace(turns: Turns, number: number, isOwn: (other: number) => boolean = () => false): Turns {
  const { playing, waiting } = turns;
  if (waiting.includes(number) || isPlaying(turns, number)) return turns;
  if (waiting.some(isOwn) || playing.some((turn) => isOwn(turn.number))) {
    return {
      playing: playing.map((turn) => (isOwn(turn.number) ? { ...turn, number } : turn)),
      waiting: waiting.map((other) => (isOwn(other) ? number : other)),
    };
  }
  const limit = limits.turns.waiting;
  if (waiting.length >= limit) {
    throw new RoomtoneError('AUTHORIZATION_ERROR', `${limit} players wait already, which is the limit.`, {
      reason: 'queue_full',
      limit,
    });
  }
  return { playing, waiting: [...waiting, number] };
}

/** Ends somebody's turn, or gives up their place. */
export function passOn(turns: Turns, number: number): Turns {
  const playing = turns.playing.filter((turn) => turn.number !== number);
  const waiting = turns.waiting.filter((other) => other !== number);
  const isSame = playing.length === turns.playing.length && waiting.length === turns.waiting.length;
  return isSame ? turns : { playing, waiting };
}

/** Moves somebody who waits. @param position from 1; a larger one than there are means the last. */
export function moveTo(turns: Turns, number: number, position: number): Turns {
  const from = turns.waiting.indexOf(number);
  const to = Math.min(Math.max(position, 1), turns.waiting.length) - 1;
  if (from === -1 || from === to) return turns;
  return {
    playing: turns.playing,
    waiting: turns.waiting.filter((other) => other !== number).toSpliced(to, 0, number),
  };
}

/** Calls those whose turn it is by now: places are free, or a turn is over while others wait. */
export function settled(turns: Turns, rules: TurnRules, nowUs: number): Turns {
  const { isInside, players } = rules;
  let playing = turns.playing.filter(({ number }) => isInside(number));
  const waiting = turns.waiting.filter(isInside);
  // Fewer may play than before: the last to begin are the next to go on.
  while (playing.length > players) {
    const last = playing.pop();
    if (last !== undefined) waiting.unshift(last.number);
  }
  while (waiting.length > 0) {
    if (playing.length === players) {
      const over = playing.find((turn) => endUs(turn, rules) <= nowUs);
      if (over === undefined) break;
      playing = playing.filter((turn) => turn !== over);
    }
    const number = waiting.shift();
    if (number !== undefined) playing.push({ number, startedUs: nowUs });
  }
  const next = { playing, waiting };
  return isSame(next, turns) ? turns : next;
}

/** Service clock, µs: when the next turn ends if nobody plays anything until then; undefined if nobody waits for that. */
export function nextEndUs(turns: Turns, rules: TurnRules): number | undefined {
  return turns.waiting.length === 0 ? undefined : Math.min(...turns.playing.map((turn) => endUs(turn, rules)));
}

/** While others wait, a turn ends when its time is up, or after a silence. */
function endUs({ number, startedUs }: Turn, { seconds, heardUs }: TurnRules): number {
  const silentUs = Math.max(startedUs, heardUs(number)) + roomLimits.silentTurnMs * 1000;
  return seconds === 0 ? silentUs : Math.min(silentUs, startedUs + seconds * 1_000_000);
}

function isSame(one: Turns, other: Turns): boolean {
  return (
    one.playing.length === other.playing.length &&
    one.waiting.length === other.waiting.length &&
    one.playing.every((turn, index) => turn.number === other.playing[index]?.number) &&
    one.waiting.every((number, index) => number === other.waiting[index])
  );
}
