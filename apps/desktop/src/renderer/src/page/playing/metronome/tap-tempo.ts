import { limits } from '@roomtone/protocol';

/** After a pause like this a tap begins anew, ms; it is the slowest tempo there is. */
const pauseMs = 60_000_000 / limits.metronome.tempo.min;
/** Older taps tell what was meant before. */
const mostTaps = 8;
/** An interval this much off the others is another tempo, or a tap that was missed. */
const tolerance = 0.3;

/** Taps of one tempo, in the order they came, ms. */
export type Taps = readonly number[];

/** Takes a tap in: those before it count on only while it keeps their tempo. @param atMs on any clock, the same each time. */
export function tap(taps: Taps, atMs: number): Taps {
  const last = taps.at(-1);
  if (last === undefined || atMs <= last || atMs - last > pauseMs) return [atMs];
  const beatMs = intervalMs(taps);
  if (beatMs !== undefined && Math.abs((atMs - last) / beatMs - 1) > tolerance) return [last, atMs];
  return [...taps, atMs].slice(-mostTaps);
}

/** The tempo that was tapped, whole beats a minute within what a metronome may be; undefined before the second tap. */
export function tappedBpm(taps: Taps): number | undefined {
  const beatMs = intervalMs(taps);
  return beatMs === undefined ? undefined : boundedBpm(60_000 / beatMs);
}

/** The whole tempo nearest to this that a metronome may have. */
export function boundedBpm(bpm: number): number {
  const { min, max } = limits.metronome.tempo;
  return Math.min(max / 1000, Math.max(min / 1000, Math.round(bpm)));
}

/** The line that lies closest to all taps, not the way from the first to the last: two bad taps must not decide. */
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
