import { usePlayback } from '../features/playback/playback-store.ts';
import { useRoom } from '../features/room/room-store.ts';
import { useTime } from '../features/room/time-store.ts';
import { useSheet } from '../features/sheets/sheet-store.ts';

/** After the last note the screen stays on for this long. */
const restMs = 180_000;

/**
 * Tells whether somebody looks at the screen without touching it: while anybody plays, a file or the metronome runs, or a sheet
 * is open in the room.
 * @param onSounding calls its listener whenever a note begins or ends.
 */
export function followScreenUse(onSounding: (listener: () => void) => void, keep: (isOn: boolean) => void): void {
  let isResting = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardMs = Number.NEGATIVE_INFINITY;
  let before = false;
  const tell = () => {
    const isInside = useRoom.getState().room !== undefined;
    const isFollowing =
      useSheet.getState().sheet !== undefined ||
      usePlayback.getState().isPlaying ||
      useTime.getState().transport.running;
    const isUsed = isInside && (isFollowing || !isResting);
    if (isUsed !== before) keep(isUsed);
    before = isUsed;
  };
  /** One timer, however many notes there are. */
  const rest = () => {
    const leftMs = heardMs + restMs - Date.now();
    isResting = leftMs <= 0;
    timer = isResting ? undefined : setTimeout(rest, leftMs);
    tell();
  };
  onSounding(() => {
    heardMs = Date.now();
    if (timer === undefined) rest();
  });
  for (const store of [useRoom, useSheet, usePlayback, useTime]) store.subscribe(tell);
}
