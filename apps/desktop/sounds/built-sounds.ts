import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SoundBankLoader } from 'spessasynth_core';
import { StbVorbis } from 'stb-vorbis';
import type { BankPreset, PianoSample } from '../src/renderer/src/contract/instruments.ts';
import { onset, to16Bit } from '../src/renderer/src/page/playing/sounds/decoding.ts';
import type { SoundFile, SoundIndex } from '../src/renderer/src/page/playing/sounds/sound-index.ts';

// The sounds that the build made, decoded as in the page but without a browser.

const built = fileURLToPath(new URL('../dist/sounds', import.meta.url));

/** `sounds.json`. Await it before anything is decoded. */
export async function builtIndex(): Promise<SoundIndex> {
  await StbVorbis.ready;
  return JSON.parse(readFileSync(`${built}/sounds.json`, 'utf8'));
}

/** An instrument of General MIDI. @throws if the build has none for the program. */
export function builtPreset({ programs }: SoundIndex, program: number): BankPreset {
  const entry = programs.find((candidate) => candidate.program === program);
  if (entry === undefined) throw new Error(`no program ${program}`);
  const file = read(entry);
  const samples = SoundBankLoader.fromArrayBuffer(file.slice()).samples;
  return { program, file, gain: entry.gain, decoded: new Map(samples.map((one, at) => [at, one.getAudioData()])) };
}

/** Recordings of one dynamic layer of the piano. */
export function builtPiano({ piano }: SoundIndex, layer: number, isWanted: (key: number) => boolean): PianoSample[] {
  const files = piano.layers.find((candidate) => candidate.layer === layer)?.samples ?? [];
  return files
    .filter(({ key }) => isWanted(key))
    .map((file) => {
      const { channels, sampleRate } = StbVorbis.decode(read(file));
      const [left = new Float32Array(), right = left] = channels;
      const from = onset(left, right);
      return { key: file.key, layer, left: to16Bit(left, from), right: to16Bit(right, from), sampleRate };
    });
}

function read({ path }: SoundFile): ArrayBuffer {
  return Uint8Array.from(readFileSync(`${built}${path}`)).buffer;
}
