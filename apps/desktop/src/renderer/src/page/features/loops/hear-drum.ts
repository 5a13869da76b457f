import { midiStatus } from '@roomtone/protocol';
import { localNowUs } from '../../../contract/local-time.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';

const lengthMs = 150;

/** Plays a step that was just set, for the user alone. */
export function hearDrum(engine: Pick<AudioEngine, 'playOwn'>, channel: number, key: number, velocity: number): void {
  engine.playOwn(Uint8Array.of(midiStatus.noteOn | channel, key, velocity), localNowUs());
  const end = () => engine.playOwn(Uint8Array.of(midiStatus.noteOff | channel, key, 64), localNowUs());
  setTimeout(end, lengthMs);
}
