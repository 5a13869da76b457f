import { MidiFileError, readMidiFile } from '@roomtone/smf';
import { expect, it, vi } from 'vitest';
import { maxMidiFileBytes } from '../../../../../shared/midi-file.ts';
import type { Performer } from '../../../contract/performer.ts';
import { FilePlayer } from './file-player.ts';
import { usePlayback } from './playback-store.ts';
import type { ReadTracks } from './read-tracks.ts';

/** Reads as the worker does. */
const readHere: ReadTracks = async (file) => {
  try {
    return { ...readMidiFile(new Uint8Array(file)), lyrics: [], encoding: 'utf-8' };
  } catch (error) {
    if (error instanceof MidiFileError) return 'invalid';
    throw error;
  }
};

it.each([
  [maxMidiFileBytes + 1, 'This file is too large to play. The limit is 16 MiB.'],
  [maxMidiFileBytes, 'This is not a valid MIDI file. Choose another one.'],
])('says what is wrong with a file of %i bytes', async (size, failure) => {
  const player = new FilePlayer({} as Performer, () => false, readHere);
  await player.open(new File([new Uint8Array(size)], 'zeros.mid'));
  expect(usePlayback.getState().failure).toBe(failure);
});

it('reads files in the order in which they were opened', async () => {
  const player = new FilePlayer({} as Performer, () => false, readHere);
  const read: string[] = [];
  const fileOf = (name: string, content: Promise<ArrayBuffer>) =>
    Object.assign(new File([], name), {
      arrayBuffer: () => {
        read.push(name);
        return content;
      },
    });
  const slow = Promise.withResolvers<ArrayBuffer>();
  const first = player.open(fileOf('slow.mid', slow.promise));
  const second = player.open(fileOf('notes.txt', Promise.resolve(new ArrayBuffer(4))));
  await expect.poll(() => read).toEqual(['slow.mid']);
  slow.reject(new DOMException('It is gone.', 'NotFoundError'));
  await first;
  expect(usePlayback.getState().failure).toBe('This file can’t be read. Choose another one.');
  await second;
  expect(read).toEqual(['slow.mid', 'notes.txt']);
  expect(usePlayback.getState().failure).toBe('This is not a valid MIDI file. Choose another one.');
});

it('plays a file only to the user until it is offered to everyone, and so does the next one', () => {
  const isPrivate: boolean[] = [];
  const performer = { setPrivate: (_source: string, only: boolean) => isPrivate.push(only), play: () => {} };
  const player = new FilePlayer(performer as unknown as Performer, () => false);
  // Without a ticker's worker.
  vi.stubGlobal(
    'Worker',
    class {
      terminate(): void {}
    },
  );
  const score = { name: 'Study', lengthUs: 1, tracks: [], events: [], tempos: [], lyrics: [], handOf: () => 'right' };
  try {
    player.load(score as never);
    player.play();
    player.setAudience('room');
    player.load(score as never);
    player.play();
    expect(isPrivate).toEqual([true, false, true]);
  } finally {
    player.close();
    vi.unstubAllGlobals();
  }
});

it('brings the keys of each chord that it waits for into view, once', () => {
  const shown: (readonly number[])[] = [];
  const surroundings = {
    ...{ showPiece: () => {}, setTempo: () => {}, ownProgram: () => 0, share: async () => {} },
    showKeys: (keys: readonly number[]) => void shown.push(keys),
  };
  const performer = { setPrivate: () => {}, play: () => {} };
  const player = new FilePlayer(performer as unknown as Performer, () => false, readHere, surroundings);
  const tickers: { onmessage?: () => void }[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: () => void;
      constructor() {
        tickers.push(this);
      }
      terminate(): void {}
    },
  );
  const events = [72, 76, 79].map((key, index) => ({ timeUs: index === 2 ? 1 : 0, track: 0, data: [0x90, key, 80] }));
  const score = {
    name: 'Study',
    lengthUs: 9_000_000,
    tracks: [],
    events,
    tempos: [],
    lyrics: [],
    handOf: () => 'right',
  };
  try {
    player.load(score as never);
    player.practice('right', true);
    player.play();
    const tick = () => tickers[0]?.onmessage?.();
    tick();
    tick();
    expect(shown).toEqual([[72, 76, 79]]);
    for (const key of [72, 76, 79]) player.heard(Uint8Array.of(0x90, key, 80));
    tick();
    expect(shown.at(-1)).not.toEqual([]);
  } finally {
    player.close();
    vi.unstubAllGlobals();
  }
});
