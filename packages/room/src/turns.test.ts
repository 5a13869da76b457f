import { limits, RoomtoneError } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { roomLimits } from './room-limits.ts';
import { moveTo, nextEndUs, noTurns, passOn, settled, type TurnRules, type Turns, takePlace } from './turns.ts';

const second = 1_000_000;
const silence = roomLimits.silentTurnMs * 1000;

function rules(over: Partial<TurnRules> = {}): TurnRules {
  return { players: 1, seconds: 0, isInside: () => true, heardUs: () => 0, ...over };
}

/** The turns after everybody has taken a place at 0. */
function queue(count: number, given = rules()): Turns {
  let turns = noTurns;
  for (let number = 1; number <= count; number++) turns = settled(takePlace(turns, number), given, 0);
  return turns;
}

const playing = (turns: Turns) => turns.playing.map(({ number }) => number);

describe('taking places', () => {
  test('R23.5: the first to come plays, and the others wait in the order in which they came', () => {
    expect(queue(3)).toEqual({ playing: [{ number: 1, startedUs: 0 }], waiting: [2, 3] });
    expect(queue(3, rules({ players: 2 }))).toMatchObject({ waiting: [3] });
  });

  test('R23.5: nobody has two places', () => {
    const turns = queue(2);
    expect(takePlace(turns, 1)).toBe(turns);
    expect(takePlace(turns, 2)).toBe(turns);
  });

  test('R23.5: a place or a turn that somebody has in another window moves to the window that asks', () => {
    const turns = queue(3);
    const isOwn = (number: number) => number === 1 || number === 3;
    expect(takePlace({ ...turns, waiting: [2, 3] }, 9, (number) => number === 3)).toMatchObject({ waiting: [2, 9] });
    expect(playing(takePlace({ ...turns, waiting: [2] }, 9, isOwn))).toEqual([9]);
  });

  test('R23.5: 100 may wait, and one more may not', () => {
    const full = queue(1 + limits.turns.waiting);
    expect(full.waiting).toHaveLength(100);
    expect(() => takePlace(full, 500)).toThrow(RoomtoneError);
    try {
      takePlace(full, 500);
    } catch (error) {
      expect(error).toMatchObject({ code: 'AUTHORIZATION_ERROR', details: { reason: 'queue_full', limit: 100 } });
    }
  });

  test('R23.5: whoever passes on has no place any more, and the next one plays', () => {
    expect(settled(passOn(queue(3), 1), rules(), second)).toEqual({
      playing: [{ number: 2, startedUs: second }],
      waiting: [3],
    });
    expect(passOn(queue(3), 3)).toMatchObject({ waiting: [2] });
    const turns = queue(1);
    expect(passOn(turns, 9)).toBe(turns);
  });

  test.each([
    [1, [4, 2, 3]],
    [2, [2, 4, 3]],
    [99, [2, 3, 4]],
  ])('R23.7: the last of three moves to place %i', (position, waiting) => {
    expect(moveTo(queue(4), 4, position).waiting).toEqual(waiting);
  });
});

describe('the end of a turn', () => {
  test('R23.6: it ends when its time is up, and not a microsecond before', () => {
    const given = rules({ seconds: 30, heardUs: () => 29 * second });
    const turns = queue(2, given);
    expect(settled(turns, given, 30 * second - 1)).toBe(turns);
    expect(playing(settled(turns, given, 30 * second))).toEqual([2]);
    expect(nextEndUs(turns, given)).toBe(30 * second);
  });

  test('R23.6: it ends after a minute without a note', () => {
    const given = rules({ heardUs: () => 5 * second });
    const turns = queue(2, given);
    expect(settled(turns, given, 5 * second + silence - 1)).toBe(turns);
    expect(playing(settled(turns, given, 5 * second + silence))).toEqual([2]);
  });

  test('R23.6: neither ends it while nobody waits; it ends at once when somebody takes a place', () => {
    const given = rules({ seconds: 30 });
    const turns = queue(1, given);
    expect(settled(turns, given, 1000 * second)).toBe(turns);
    expect(nextEndUs(turns, given)).toBeUndefined();
    expect(settled(takePlace(turns, 2), given, 1000 * second)).toEqual({
      playing: [{ number: 2, startedUs: 1000 * second }],
      waiting: [],
    });
  });

  test('R23.6: as many turns end as there are others who wait, the longest first', () => {
    const given = rules({ players: 3, seconds: 30 });
    const turns = queue(4, given);
    expect(settled(turns, given, 40 * second)).toEqual({
      playing: [
        { number: 2, startedUs: 0 },
        { number: 3, startedUs: 0 },
        { number: 4, startedUs: 40 * second },
      ],
      waiting: [],
    });
  });

  test('R23.6: whoever leaves has no place, and the next one plays', () => {
    const given = rules({ isInside: (number) => number !== 1 && number !== 3 });
    expect(settled(queue(4), given, second)).toEqual({ playing: [{ number: 2, startedUs: second }], waiting: [4] });
  });
});

describe('changed settings', () => {
  test('R23.13: if fewer may play, the last to begin are the next to go on', () => {
    const turns = queue(4, rules({ players: 3 }));
    expect(settled(turns, rules({ players: 1 }), second)).toEqual({
      playing: [{ number: 1, startedUs: 0 }],
      waiting: [2, 3, 4],
    });
  });
});

test('R23.5, R23.6: whatever happens, nobody has two places, and nobody waits while a place is free (seed 23)', () => {
  let state = 23;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  const inside = new Set([1, 2, 3, 4, 5, 6]);
  let [turns, nowUs] = [noTurns, 0];
  for (let step = 0; step < 5_000; step++) {
    nowUs += random(20) * second;
    const given = rules({ players: 1 + random(3), seconds: 30, isInside: (number) => inside.has(number) });
    const number = 1 + random(6);
    const acts = [takePlace, passOn, (one: Turns, who: number) => moveTo(one, who, 1 + random(6))];
    if (inside.delete(number) && random(4) > 0) inside.add(number);
    else inside.add(1 + random(6));
    turns = settled((acts[random(3)] ?? passOn)(turns, number), given, nowUs);
    const all = [...playing(turns), ...turns.waiting];
    expect(new Set(all).size).toBe(all.length);
    expect(all.every((one) => inside.has(one))).toBe(true);
    expect(turns.playing.length).toBe(Math.min(given.players, all.length));
  }
});
