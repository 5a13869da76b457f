import { describe, expect, it } from 'vitest';
import { mayChoose, playoutChoice, playoutChoices } from './playout-choice.ts';

const apart = { matched: false, commonDelay: 0 };
const matched = { matched: true, commonDelay: 24_000 };

describe('how others are heard', () => {
  it('R9.6: is the room’s matter while it is matched, and one’s own otherwise', () => {
    expect(playoutChoice(apart, 'steady')).toBe('auto');
    expect(playoutChoice(apart, 'quick')).toBe('quick');
    expect(playoutChoice(matched, 'quick')).toBe('matched');
  });

  it('R9.6: is chosen by everybody but for matched, whose beginning and end the moderators of the room choose', () => {
    const choosable = (mode: typeof matched, maySet: boolean) =>
      playoutChoices.filter((choice) => mayChoose(choice, mode, maySet));
    expect(choosable(apart, false)).toEqual(['auto', 'quick']);
    expect(choosable(matched, false)).toEqual([]);
    expect(choosable(apart, true)).toEqual(['auto', 'quick', 'matched']);
    expect(choosable(matched, true)).toEqual(['auto', 'quick', 'matched']);
  });
});
