import { describe, expect, it } from 'vitest';
import { mayChoose, playoutChoice, playoutChoices } from './playout-choice.ts';

const apart = { matched: false, commonDelayUs: 0 };
const matched = { matched: true, commonDelayUs: 24_000 };

describe('how others are heard', () => {
  it('R9.6: is up to the room while it is matched, and to each user otherwise', () => {
    expect(playoutChoice(apart, 'steady')).toBe('auto');
    expect(playoutChoice(apart, 'quick')).toBe('quick');
    expect(playoutChoice(matched, 'quick')).toBe('matched');
  });

  it('R9.6: is everybody’s choice except for matched, which only the room’s moderators start and end', () => {
    const choosable = (mode: typeof matched, maySet: boolean) =>
      playoutChoices.filter((choice) => mayChoose(choice, mode, maySet));
    expect(choosable(apart, false)).toEqual(['auto', 'quick']);
    expect(choosable(matched, false)).toEqual([]);
    expect(choosable(apart, true)).toEqual(['auto', 'quick', 'matched']);
    expect(choosable(matched, true)).toEqual(['auto', 'quick', 'matched']);
  });
});
