import { midiController, midiStatus } from '@roomtone/protocol';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { localNowUs, toLocalUs } from '../../../contract/local-time.ts';
import { roomStrings } from '../../room-strings.ts';
import { usePlayingParts } from '../playing-parts.ts';
import { onReleasesLost } from './pointer-playing.ts';
import './pedal-button.css';

/** A touch that is shorter keeps the pedal down, ms. */
const tapMs = 250;

/** The sustain pedal for fingers: a tap keeps it down until the next one, a longer touch holds it meanwhile. */
export function PedalButton() {
  const { performer } = usePlayingParts();
  const [isDown, setDown] = useState(false);
  /** When the touch began that pressed it; undefined if that of a tap is over. */
  const since = useRef<number>(undefined);
  const pedal = useCallback(
    (down: boolean, timeUs: number) => {
      const data = Uint8Array.of(midiStatus.controlChange, midiController.sustain, down ? 127 : 0);
      performer.play('pedal-button', data, timeUs);
      setDown(down);
    },
    [performer],
  );
  useEffect(() => {
    const lift = () => performer.release('pedal-button');
    const stopListening = performer.onReleased('pedal-button', () => setDown(false));
    const stop = onReleasesLost(lift);
    return () => {
      stop();
      lift();
      stopListening();
    };
  }, [performer]);
  const end = (event: PointerEvent) => {
    const began = since.current;
    since.current = undefined;
    if (began !== undefined && event.timeStamp - began >= tapMs) pedal(false, toLocalUs(event.timeStamp));
  };
  return (
    <button
      type="button"
      className="pedal-button"
      aria-pressed={isDown}
      onPointerDown={(event) => {
        // The fingers on the keys keep theirs.
        event.currentTarget.setPointerCapture(event.pointerId);
        since.current = isDown ? undefined : event.timeStamp;
        pedal(!isDown, toLocalUs(event.timeStamp));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(event) => {
        // Without a pointer: by keyboard or a screen reader.
        if (event.detail === 0) pedal(!isDown, localNowUs());
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {roomStrings.keyboard.pedal}
    </button>
  );
}
