import { midiStatus } from '@roomtone/protocol';
import { localNowUs } from '../../../contract/local-time.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';
import { useAudio } from '../../playing/sound/audio-store.ts';

const chord = [60, 64, 67];
const velocity = 80;
const heldMs = 1_200;

/** Plays a chord on this device alone, once its sound is on; then calls back. */
export function hearYourself(engine: Pick<AudioEngine, 'startWhenAllowed' | 'playOwn'>, heard: () => void): void {
  engine.startWhenAllowed();
  const isOn = () => ['on', 'simple'].includes(useAudio.getState().status);
  const play = (status: number) => {
    for (const note of chord) engine.playOwn(Uint8Array.of(status, note, velocity), localNowUs());
  };
  const start = () => {
    play(midiStatus.noteOn);
    setTimeout(() => play(midiStatus.noteOff), heldMs);
    heard();
  };
  if (isOn()) {
    start();
    return;
  }
  const stop = useAudio.subscribe(() => {
    if (!isOn()) return;
    stop();
    start();
  });
}
