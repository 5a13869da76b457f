import { useEffect, useRef } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';

interface BeatDotsProps {
  readonly beatsPerBar: number;
  /** A longer bar has one dot only, that beats with each first beat. */
  readonly most: number;
}

/** A dot a beat; the beat that falls is lit past React. */
export function BeatDots({ beatsPerBar, most }: BeatDotsProps) {
  const { beats } = usePlayingParts();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => (element.current === null ? undefined : beats.attach(element.current)), [beats]);
  const dots = beatsPerBar > most ? [0] : Array.from({ length: beatsPerBar }, (_, index) => index);
  return (
    <span ref={element} className="beat-dots" data-beats={beatsPerBar} aria-hidden="true">
      {dots.map((dot) => (
        <i key={dot} />
      ))}
    </span>
  );
}
