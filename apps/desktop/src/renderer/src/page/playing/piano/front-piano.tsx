import { isNoteOff, isNoteOn } from '@roomtone/protocol';
import { Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Performer } from '../../../contract/performer.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { usePlayingParts } from '../playing-parts.ts';
import { useAudio } from '../sound/audio-store.ts';
import { playByComputerKeys } from './computer-key-playing.ts';
import { fittedToFingers, wholeKeyboard } from './keyboard-view.ts';
import { playByPointer } from './pointer-playing.ts';
import { StillPiano } from './still-piano.tsx';

/** The piano of the first screen: it sounds by click, touch and letters, on this device only, before anybody signs in. */
export function FrontPiano() {
  const { engine } = usePlayingParts();
  const keys = useRef<HTMLDivElement>(null);
  const [hasPlayed, setPlayed] = useState(false);
  const isSilent = useAudio((state) => state.status === 'waiting') && hasPlayed;
  const [view] = useState(() =>
    matchMedia('(pointer: coarse)').matches ? fittedToFingers(wholeKeyboard, window.innerWidth) : wholeKeyboard,
  );
  useEffect(() => {
    const piano = keys.current;
    if (piano === null) return;
    piano.dataset['playable'] = '';
    const performer = new Performer({
      sound(data, timeUs) {
        engine.playOwn(data, timeUs);
        setPlayed(true);
      },
      send: () => {},
      draw: (data) => light(piano, data),
      refused: () => {},
    });
    performer.allow(true);
    engine.startWhenAllowed();
    const stopPointer = playByPointer(piano, performer, () => view);
    const stopKeys = playByComputerKeys(performer);
    return () => {
      stopKeys();
      stopPointer();
    };
  }, [engine, view]);
  return (
    <>
      {isSilent && (
        // Any touch turns it on; this is what to aim at.
        <Button className="turn-on-sound" size="large">
          <Volume2 />
          {strings.status.clickToHear}
        </Button>
      )}
      <StillPiano showsNotes keys={keys} view={view} />
    </>
  );
}

function light(piano: HTMLElement, [status = 0, note = 0, velocity = 0]: Uint8Array): void {
  const key = piano.querySelector<HTMLElement>(`[data-note="${note}"]`);
  if (key === null) return;
  if (isNoteOn(status, velocity)) key.dataset['pressed'] = '';
  else if (isNoteOff(status, velocity)) delete key.dataset['pressed'];
}
