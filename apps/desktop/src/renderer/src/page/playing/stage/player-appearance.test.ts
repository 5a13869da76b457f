import { describe, expect, it } from 'vitest';
import { patternOf, patterns, playerColors, shaded } from './player-appearance.ts';

describe("a player's appearance", () => {
  it('gives eight consecutive participants eight patterns, the first of them plain', () => {
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(patternOf)).size).toBe(patterns.length);
    expect(patternOf(1)).toBe('plain');
  });

  it('tells 64 participants apart by colour and pattern, if nobody chooses another colour', () => {
    const looks = Array.from({ length: 64 }, (_, index) => `${index % playerColors.length} ${patternOf(index + 1)}`);
    expect(new Set(looks).size).toBe(64);
  });

  it('offers eight colours that the server accepts', () => {
    expect(playerColors).toHaveLength(8);
    for (const { color } of playerColors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('shades colours and leaves anything else alone', () => {
    expect(shaded('#804020', 0.5)).toBe('#402010');
    expect(shaded('#ff8000', 2)).toBe('#ffff00');
    expect(shaded('teal', 0.5)).toBe('teal');
  });
});
