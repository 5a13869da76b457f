import { useCallback, useEffect, useRef } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';

/**
 * Follows the metronome: returns a function that gives its bar from 1, undefined while it does not run. React renders for no
 * bar. @param onBeat called at each beat.
 */
export function useCurrentBar(onBeat: () => void): () => number | undefined {
  const { beats } = usePlayingParts();
  // It has no children to light.
  const element = useRef<HTMLElement>(undefined);
  element.current ??= document.createElement('i');
  useEffect(() => {
    const { current } = element;
    if (current === undefined) return;
    const observer = new MutationObserver(onBeat);
    observer.observe(current, { attributes: true });
    const detach = beats.attach(current);
    return () => {
      detach();
      observer.disconnect();
    };
  }, [beats, onBeat]);
  return useCallback(() => {
    const beat = element.current?.dataset['beat'];
    return beat === undefined ? undefined : Number.parseInt(beat, 10);
  }, []);
}
