/** How a keyboard's touch is taken. */
export const velocityCurves = ['soft', 'natural', 'firm', 'even'] as const;
export type VelocityCurve = (typeof velocityCurves)[number];

/** soft: a light touch sounds loud already. firm: only a hard one does. */
const exponents = { soft: 0.6, natural: 1, firm: 1.7 } as const;
const evenVelocity = 96;

/** The velocity that is played for one that a keyboard sent, both 1 to 127. Ends stay ends, and harder is never softer. */
export function curvedVelocity(curve: VelocityCurve, velocity: number): number {
  if (curve === 'even') return evenVelocity;
  return Math.max(1, Math.round(127 * (velocity / 127) ** exponents[curve]));
}
