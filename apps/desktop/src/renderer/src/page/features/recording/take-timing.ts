import { forEachEvent, isNoteOn } from '@roomtone/protocol';
import { type ClickStretch, type Timing, timingOf } from '../../../contract/timing-analysis.ts';
import { forEachRun } from './note-log.ts';
import type { Take, TakeChunk } from './take.ts';

/** True if the metronome ran in the take while this device's player was there. */
export function hasTiming({ tempos, players }: Pick<Take, 'tempos' | 'players'>): boolean {
  return players.some(({ own }) => own === true) && tempos.some(({ beatUs }) => beatUs !== undefined);
}

/** The timing of this device's player alone: how the others play is theirs to tell. Undefined if too few notes count. */
export function ownTimingOf(
  take: Pick<Take, 'tempos' | 'players' | 'endUs'>,
  chunks: readonly TakeChunk[],
): Timing | undefined {
  const onsetsUs: number[] = [];
  for (const chunk of chunks) {
    forEachRun(chunk, (player, data, at) => {
      if (take.players[player]?.own !== true) return;
      forEachEvent(data, (status, _key, velocity, index) => {
        if (isNoteOn(status, velocity)) onsetsUs.push(chunk.timesUs[at + index] ?? chunk.endUs);
      });
    });
  }
  return timingOf(onsetsUs, stretchesOf(take));
}

/** When the metronome ran: a change or a stop waits for a bar line, which may come later than the click that asked for it. */
function stretchesOf({ tempos, endUs }: Pick<Take, 'tempos' | 'endUs'>): ClickStretch[] {
  return tempos.flatMap(({ usPerQuarter: usPerBeat, beatUs, timeUs }, index) => {
    if (beatUs === undefined) return [];
    const next = tempos[index + 1];
    const toUs = next === undefined ? endUs + 1 : Math.max(next.timeUs, next.beatUs ?? next.timeUs);
    // A note just before the first beat is early, not outside.
    return [{ fromUs: Math.max(timeUs, beatUs - usPerBeat / 4), toUs, beatUs, usPerBeat }];
  });
}
