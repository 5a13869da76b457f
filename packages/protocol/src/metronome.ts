import type { Transport } from './gen/messages.ts';

/** What tells when a metronome's beats fall. */
export type Beats = Pick<Transport, 'tempo' | 'startTime'>;

/**
 * When a beat falls, whole µs on the service clock. Beat 0 is the first of bar one; those before it are negative.
 * Rounded from the start each time, so that no error adds up and everybody gets the same moment.
 */
export function beatTimeUs({ tempo, startTime }: Beats, beat: number): number {
  return startTime + Math.round((beat * usPerMilliBeat) / tempo);
}

/** The first beat that falls at a moment or after it; service clock, µs. */
export function firstBeatFrom(beats: Beats, timeUs: number): number {
  const near = Math.floor(((timeUs - beats.startTime) * beats.tempo) / usPerMilliBeat);
  // Rounding may put the neighbours on either side.
  for (let beat = near - 1; ; beat++) if (beatTimeUs(beats, beat) >= timeUs) return beat;
}

/** The first bar line that falls at a moment or after it, the one that opens bar one included; service clock, µs. */
export function barLineFrom(transport: Beats & Pick<Transport, 'beatsPerBar'>, timeUs: number): number {
  const beat = Math.max(0, firstBeatFrom(transport, timeUs));
  return beatTimeUs(transport, Math.ceil(beat / transport.beatsPerBar) * transport.beatsPerBar);
}

/** 60 s in µs, times 1000: tempo is in thousandths of a beat a minute. */
const usPerMilliBeat = 60e9;
