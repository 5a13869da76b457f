import { describe, expect, it } from 'vitest';
import { mayChoose, playoutChoice, playoutChoices } from './playout-choice.ts';

const apart = { matched: false, commonDelayUs: 0, intervalBars: 0 };
const matched = { ...apart, matched: true, commonDelayUs: 24_000 };
const later = { ...apart, intervalBars: 4 };

describe('how others are heard', () => {
  it('R9.6, R9.9: is up to the room while it is matched or an interval later, and to each user otherwise', () => {
    expect(playoutChoice(apart, 'steady')).toBe('auto');
    expect(playoutChoice(apart, 'quick')).toBe('quick');
    expect(playoutChoice(matched, 'quick')).toBe('matched');
    expect(playoutChoice(later, 'quick')).toBe('interval');
  });

  it('R9.6: is everybody’s choice except for those that apply to the room, which only the room’s moderators start and end', () => {
    const choosable = (mode: typeof matched, maySet: boolean) =>
      playoutChoices.filter((choice) => mayChoose(choice, mode, maySet));
    expect(choosable(apart, false)).toEqual(['auto', 'quick']);
    expect(choosable(matched, false)).toEqual([]);
    expect(choosable(later, false)).toEqual([]);
    expect(choosable(apart, true)).toEqual(['auto', 'quick', 'matched', 'interval']);
    expect(choosable(matched, true)).toEqual(['auto', 'quick', 'matched', 'interval']);
  });
});
