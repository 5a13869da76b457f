import type { Problem } from './errors.ts';
import type { Click, Transport } from './gen/messages.ts';
import { issues } from './issues.ts';
import { limits } from './limits.ts';

/** The fields that determine when a metronome's beats fall. */
export type Beats = Pick<Transport, 'tempo' | 'startTime'>;

/**
 * The time of a beat in whole µs on the service clock. Beat 0 is the first of bar 1; earlier beats are negative. Each
 * beat is rounded from the start time, so that errors do not add up and every client gets the same time.
 */
export function beatTimeUs({ tempo, startTime }: Beats, beat: number): number {
  return startTime + Math.round((beat * usPerMilliBeat) / tempo);
}

/** The first beat at or after a time; service clock, µs. */
export function firstBeatFrom(beats: Beats, timeUs: number): number {
  const near = Math.floor(((timeUs - beats.startTime) * beats.tempo) / usPerMilliBeat);
  // Rounding may put the nearest beats on either side of the time.
  for (let beat = near - 1; ; beat++) if (beatTimeUs(beats, beat) >= timeUs) return beat;
}

/** The time of the first bar line at or after a time, including the one that starts bar 1; service clock, µs. */
export function barLineFrom(transport: Beats & Pick<Transport, 'beatsPerBar'>, timeUs: number): number {
  const beat = Math.max(0, firstBeatFrom(transport, timeUs));
  return beatTimeUs(transport, Math.ceil(beat / transport.beatsPerBar) * transport.beatsPerBar);
}

/** How many beats a metronome has counted before a time, over all its settings; service clock, µs. */
export function beatsCounted(transport: Beats & Pick<Transport, 'running' | 'beatsBefore'>, timeUs: number): number {
  return transport.beatsBefore + (transport.running ? Math.max(0, firstBeatFrom(transport, timeUs)) : 0);
}

/** How long this many bars last, µs. */
export function barsUs({ tempo, beatsPerBar }: Pick<Transport, 'tempo' | 'beatsPerBar'>, bars: number): number {
  return Math.round((bars * beatsPerBar * usPerMilliBeat) / tempo);
}

/** How a metronome clicks unless something else is chosen: on each beat, the highest on the first (room rules R9.12). */
export const plainClick: Readonly<Click> = { accents: [], subdivision: 1, swing: 50, silentEvery: 0 };

/** One click of a metronome. */
export interface ClickTime {
  /** After the beat, µs. */
  readonly offsetUs: number;
  /** 3 begins a bar, 2 a group, 1 is another beat; 0 lies between beats. */
  readonly strength: number;
}

/** The clicks of one beat; none if it is silent. @param bar from 1. @param beat from 1 within the bar. */
export function clicksOf(click: Click | undefined, bar: number, beat: number, beatUs: number): readonly ClickTime[] {
  const { accents, subdivision, swing, silentEvery } = click ?? plainClick;
  const strength = accents[beat - 1] ?? (beat === 1 ? 3 : 1);
  const isSilentBar = silentEvery > 0 && bar > 0 && bar % silentEvery === 0;
  if (strength === 0 || isSilentBar) return [];
  return Array.from({ length: subdivision }, (_, index) => {
    const isOffbeat = subdivision % 2 === 0 && index % 2 === 1;
    const place = isOffbeat ? index - 1 + swing / 50 : index;
    return { offsetUs: Math.round((place / subdivision) * beatUs), strength: index === 0 ? strength : 0 };
  });
}

/** A click as it is kept: undefined for the plain one, and with what 0 stands for. */
export function keptClick(click: Click | undefined): Click | undefined {
  if (click === undefined) return undefined;
  const { accents, silentEvery } = click;
  const kept = { accents: [...accents], subdivision: click.subdivision || 1, swing: click.swing || 50, silentEvery };
  const isPlain = accents.length === 0 && kept.subdivision === 1 && silentEvery === 0;
  return isPlain ? undefined : kept;
}

/** Everything that is wrong with a click; its fields are named after `click.`. */
export function clickProblems(click: Click | undefined): readonly Problem[] {
  const kept = keptClick(click);
  if (kept === undefined) return [];
  const { click: bounds, beatsPerBar } = limits.metronome;
  const between = (field: string, value: number, { min, max }: { readonly min: number; readonly max: number }) =>
    Number.isInteger(value) && value >= min && value <= max
      ? []
      : [{ field: `click.${field}`, ...issues.wholeBetween(min, max) }];
  return [
    ...(kept.accents.length > beatsPerBar.max ? between('accents', Number.NaN, { min: 0, max: beatsPerBar.max }) : []),
    ...kept.accents.flatMap((accent) => between('accents', accent, bounds.accent)).slice(0, 1),
    ...between('subdivision', kept.subdivision, bounds.subdivision),
    ...between('swing', kept.swing, bounds.swing),
    ...(kept.silentEvery === 0 ? [] : between('silentEvery', kept.silentEvery, bounds.silentEvery)),
  ];
}

/** 60 s in µs, times 1000: tempo is in thousandths of a beat per minute. */
const usPerMilliBeat = 60e9;
