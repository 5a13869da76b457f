import { limits } from '@roomtone/protocol';

/** A tap after a pause this long, in ms, starts over. It is a beat of the slowest tempo. */
const pauseMs = 60_000_000 / limits.metronome.tempo.min;
/** Older taps no longer show what the user means now. */
const maxTaps = 8;
/** An interval this much off, as a part of the others, means another tempo or a missed tap. */
const tolerance = 0.3;

/** Taps of one tempo in order, ms. */
export type Taps = readonly number[];

/**
 * Adds a tap. Earlier taps are dropped unless the new one keeps their tempo.
 * @param atMs on any clock, the same each time.
 */
export function tap(taps: Taps, atMs: number): Taps {
  const last = taps.at(-1);
  if (last === undefined || atMs <= last || atMs - last > pauseMs) return [atMs];
  const beatMs = intervalMs(taps);
  if (beatMs !== undefined && Math.abs((atMs - last) / beatMs - 1) > tolerance) return [last, atMs];
  return [...taps, atMs].slice(-maxTaps);
}

/** The tapped tempo in whole beats per minute, within the metronome's bounds; undefined before the second tap. */
export function tappedBpm(taps: Taps): number | undefined {
  const beatMs = intervalMs(taps);
  return beatMs === undefined ? undefined : boundedBpm(60_000 / beatMs);
}

/** The nearest whole tempo that the metronome allows. */
export function boundedBpm(bpm: number): number {
  const { min, max } = limits.metronome.tempo;
  return Math.min(max / 1000, Math.max(min / 1000, Math.round(bpm)));
}

/** Fits a line to all taps instead of dividing the time from first to last, so that two bad taps do not decide. */
function intervalMs(taps: Taps): number | undefined {
  if (taps.length < 2) return undefined;
  const middle = (taps.length - 1) / 2;
  let [rise, run] = [0, 0];
  taps.forEach((atMs, index) => {
    rise += (index - middle) * atMs;
    run += (index - middle) ** 2;
  });
  return rise / run;
}
