/** The role of a beat; each role has its own click. */
export const clickKinds = ['first', 'other', 'count-in'] as const;
export type ClickKind = (typeof clickKinds)[number];

/** Fundamental, Hz. Woodblocks, with a high one for bar lines. */
const pitchesHz: Record<ClickKind, number> = { first: 1_568, other: 1_047, 'count-in': 784 };
const lengthS = 0.09;
const attackS = 0.0006;
const decayS = 0.016;
const level = 0.5;

export function clickKind({ bar, beat }: { readonly bar: number; readonly beat: number }): ClickKind {
  if (bar < 1) return 'count-in';
  return beat === 1 ? 'first' : 'other';
}

/** The samples of one click: short, with an attack that cuts through many players. */
export function clickSamples(kind: ClickKind, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(lengthS * sampleRate));
  const radians = (2 * Math.PI * pitchesHz[kind]) / sampleRate;
  for (let n = 0; n < samples.length; n++) {
    const seconds = n / sampleRate;
    const strength = level * Math.min(1, seconds / attackS) * Math.exp(-seconds / decayS);
    // A short inharmonic overtone makes a tone sound like wood.
    const knock = 0.35 * Math.exp(-seconds / (decayS / 3)) * Math.sin(2.7 * radians * n);
    samples[n] = strength * (Math.sin(radians * n) + knock);
  }
  return samples;
}
