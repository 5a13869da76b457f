import { useEffect } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';

/** Calls a function at each beat of the metronome and when it stops, for which React does not render. */
export function useOnBeat(onBeat: () => void): void {
  const { beats } = usePlayingParts();
  useEffect(() => {
    // It has no children to light.
    const element = document.createElement('i');
    const observer = new MutationObserver(onBeat);
    observer.observe(element, { attributes: true });
    const detach = beats.attach(element);
    return () => {
      detach();
      observer.disconnect();
    };
  }, [beats, onBeat]);
}
