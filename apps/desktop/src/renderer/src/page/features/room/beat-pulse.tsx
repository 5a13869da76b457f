import { useEffect, useRef } from 'react';
import { useClick } from '../../playing/metronome/click-store.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { useTime } from './time-store.ts';
import './beat-pulse.css';

/** Lights the edge of the room with each beat, for those who do not hear the click. */
export function BeatPulse() {
  const hasPulse = useClick((state) => state.hasPulse);
  return hasPulse ? <Pulse /> : null;
}

function Pulse() {
  const { beats } = usePlayingParts();
  const beatsPerBar = useTime((state) => state.transport.beatsPerBar);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => (element.current === null ? undefined : beats.attach(element.current)), [beats]);
  return (
    <div ref={element} className="beat-pulse" aria-hidden="true">
      {Array.from({ length: beatsPerBar }, (_, beat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a beat is known by its place only
        <i key={beat} />
      ))}
    </div>
  );
}
