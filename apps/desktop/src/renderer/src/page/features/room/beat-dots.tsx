import { useEffect, useRef } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';

interface BeatDotsProps {
  readonly beatsPerBar: number;
  /** Bars with more beats than this get a single dot, which lights on each downbeat. */
  readonly maxDots: number;
}

/** Shows one line per bar of the interval after which the others are heard. The current one is lit without rendering. */
export function IntervalBars({ bars }: { readonly bars: number }) {
  const { beats } = usePlayingParts();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => (element.current === null ? undefined : beats.attach(element.current)), [beats]);
  return (
    <span ref={element} className="interval-bars" data-bars={bars} aria-hidden="true">
      {Array.from({ length: bars }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place only
        <i key={bar} />
      ))}
    </span>
  );
}

/** Shows one dot per beat. The current beat is lit without rendering. */
export function BeatDots({ beatsPerBar, maxDots }: BeatDotsProps) {
  const { beats } = usePlayingParts();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => (element.current === null ? undefined : beats.attach(element.current)), [beats]);
  const dots = beatsPerBar > maxDots ? [0] : Array.from({ length: beatsPerBar }, (_, index) => index);
  return (
    <span ref={element} className="beat-dots" data-beats={beatsPerBar} aria-hidden="true">
      {dots.map((dot) => (
        <i key={dot} />
      ))}
    </span>
  );
}
