/** The available velocity curves. */
export const velocityCurves = ['soft', 'natural', 'firm', 'even'] as const;
export type VelocityCurve = (typeof velocityCurves)[number];

/** soft: a light touch is already loud. firm: only a hard touch is loud. */
const exponents = { soft: 0.6, natural: 1, firm: 1.7 } as const;
const evenVelocity = 96;

/** Applies a curve to a keyboard's velocity, 1 to 127. The ends stay fixed, and harder is never softer. */
export function curvedVelocity(curve: VelocityCurve, velocity: number): number {
  if (curve === 'even') return evenVelocity;
  return Math.max(1, Math.round(127 * (velocity / 127) ** exponents[curve]));
}
