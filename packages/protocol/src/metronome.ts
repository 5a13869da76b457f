import type { Transport } from './gen/messages.ts';

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

/** 60 s in µs, times 1000: tempo is in thousandths of a beat per minute. */
const usPerMilliBeat = 60e9;
