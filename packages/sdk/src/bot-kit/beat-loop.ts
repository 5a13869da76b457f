import type { Beat } from '../clock/metronome.ts';
import type { Room } from '../room/room.ts';

export interface BeatLoopOptions {
  /** How long before a beat falls the handler is called, ms; default 200. Notes may be sent ahead: each sounds at its `atUs`. */
  readonly aheadMs?: number;
}

const usualAheadMs = 200;
const lookEveryMs = 50;

/**
 * Calls a handler for each beat of a room's metronome while it runs, once and in order, shortly before the beat falls. The returned
 * function ends it, as does the end of the room.
 */
export function beatLoop(
  room: Room,
  handler: (beat: Beat) => void,
  { aheadMs = usualAheadMs }: BeatLoopOptions = {},
): () => void {
  const { timers, logger } = room.extend(() => {});
  let doneUs = room.serverNowUs();
  let timer: unknown;
  let isOver = false;
  const look = () => {
    if (isOver || room.state.status === 'closed') return;
    // Once this is lost, beats that have fallen meanwhile would all come at the same moment.
    doneUs = Math.max(doneUs, room.serverNowUs());
    const toUs = room.serverNowUs() + aheadMs * 1_000;
    const beats = room.state.status === 'joined' ? room.time.beatsBetween(doneUs, toUs) : [];
    doneUs = Math.max(doneUs, toUs);
    for (const beat of beats) {
      try {
        handler(beat);
      } catch (error) {
        logger.error('A handler of beats has failed:', error);
      }
    }
    timer = timers.setTimeout(look, lookEveryMs);
  };
  look();
  return () => {
    isOver = true;
    timers.clearTimeout(timer);
  };
}
