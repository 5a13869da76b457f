import { describe, expect, it } from 'vitest';
import { curvedVelocity, velocityCurves } from './velocity-curve.ts';

const all = Array.from({ length: 127 }, (_, index) => index + 1);

describe('a velocity curve', () => {
  it.each(velocityCurves)('never makes a note silent, or a harder touch softer: %s', (curve) => {
    const played = all.map((velocity) => curvedVelocity(curve, velocity));
    expect(played.every((velocity) => Number.isInteger(velocity) && velocity >= 1 && velocity <= 127)).toBe(true);
    expect(played).toEqual(played.toSorted((a, b) => a - b));
  });

  it('changes nothing when natural, and keeps the order of touches', () => {
    expect(all.map((velocity) => curvedVelocity('natural', velocity))).toEqual(all);
    expect(curvedVelocity('soft', 40)).toBeGreaterThan(40);
    expect(curvedVelocity('firm', 40)).toBeLessThan(40);
    expect(new Set(all.map((velocity) => curvedVelocity('even', velocity))).size).toBe(1);
    for (const curve of ['soft', 'natural', 'firm'] as const) expect(curvedVelocity(curve, 127)).toBe(127);
  });
});
