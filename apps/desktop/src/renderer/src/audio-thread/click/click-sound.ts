import type { TimedBeat } from '../../contract/messages.ts';

/** The role of a click; each role has its own sound. */
export const clickKinds = ['between', 'other', 'group', 'first', 'count-in', 'count-in-group'] as const;
export type ClickKind = (typeof clickKinds)[number];

/** Fundamental, Hz. Woodblocks, with the highest one for bar lines. */
const pitchesHz: Record<ClickKind, number> = {
  ...{ between: 880, other: 1_047, group: 1_319, first: 1_568 },
  ...{ 'count-in': 784, 'count-in-group': 932 },
};
const lengthS = 0.09;
const attackS = 0.0006;
const decayS = 0.016;
const level = 0.5;
/** Between beats it is softer. */
const levelBetween = 0.2;

/** @param strength of a click: 0 between beats, up to 3 where a bar begins */
function clickKind(bar: number, strength: number): ClickKind {
  if (bar < 1 && strength > 0) return strength > 1 ? 'count-in-group' : 'count-in';
  return (['between', 'other', 'group', 'first'] as const)[strength] ?? 'first';
}

/** The samples of one click: short, with an attack that cuts through many players. */
export function clickSamples(kind: ClickKind, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(lengthS * sampleRate));
  const radians = (2 * Math.PI * pitchesHz[kind]) / sampleRate;
  for (let n = 0; n < samples.length; n++) {
    const seconds = n / sampleRate;
    const strength =
      (kind === 'between' ? levelBetween : level) * Math.min(1, seconds / attackS) * Math.exp(-seconds / decayS);
    // A short inharmonic overtone makes a tone sound like wood.
    const knock = 0.35 * Math.exp(-seconds / (decayS / 3)) * Math.sin(2.7 * radians * n);
    samples[n] = strength * (Math.sin(radians * n) + knock);
  }
  return samples;
}

/** One click of the metronome. */
export interface TimedClick {
  /** Local µs. */
  readonly atUs: number;
  /** The same moment on the service clock, which identifies the click. */
  readonly serviceUs: number;
  readonly kind: ClickKind;
}

/** Everything that sounds of a beat: nothing of a silent one. */
export function clicksOfBeat({ atUs, serviceUs, bar, clicks }: TimedBeat): TimedClick[] {
  return clicks.map(({ offsetUs, strength }) => ({
    ...{ atUs: atUs + offsetUs, serviceUs: serviceUs + offsetUs },
    kind: clickKind(bar, strength),
  }));
}
