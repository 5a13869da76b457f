import { expect, it } from 'vitest';
import { maxMidiFileBytes } from '../../../shared/midi-file.ts';
import type { Performer } from '../performance/performer.ts';
import { FilePlayer } from './file-player.ts';
import { usePlayback } from './playback-store.ts';

it.each([
  [maxMidiFileBytes + 1, 'This file is too large to be played: 16 MiB is the most.'],
  [maxMidiFileBytes, 'This is no Standard MIDI File.'],
])('of a file of %i bytes is said what is wrong with it', async (size, failure) => {
  const player = new FilePlayer({} as Performer, () => false);
  await player.open(new File([new Uint8Array(size)], 'zeros.mid'));
  expect(usePlayback.getState().failure).toBe(failure);
});
