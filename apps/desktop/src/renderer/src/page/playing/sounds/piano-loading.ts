import type { PianoSample } from '../../../contract/instruments.ts';
import { decode, onset, to16Bit } from './decoding.ts';
import { fetchSound, type KeyFile, type SoundIndex } from './sound-index.ts';

const sampleRate = 48_000;
/** The number of parallel requests until the keyboard is playable; later ones leave the machine to the music. */
const parallelRequests = 4;
/** This velocity layer comes first, and plays every note until the others are there. */
const firstLayer = 11;
const laterLayers = [15, 7, 3] as const;

/** Receives the piano's recordings as they arrive. */
export interface PianoReceiver {
  sample(sample: PianoSample): void;
  noise(sample: PianoSample): void;
  /** The whole keyboard can be played. */
  playable(): void;
  /** @param part of all bytes, 0 to 1. */
  progress(part: number): void;
}

/**
 * Fetches the recorded piano, the middle of the keyboard first.
 * @param isSmall true if this device has memory for one velocity layer only.
 * @throws if a recording does not arrive or cannot be read.
 */
export async function loadPiano({ piano }: SoundIndex, receiver: PianoReceiver, isSmall: boolean): Promise<void> {
  const samplesOf = (layer: number) => piano.layers.find((candidate) => candidate.layer === layer)?.samples ?? [];
  const later = isSmall ? [] : laterLayers;
  const all = [firstLayer, ...later].flatMap(samplesOf).concat(piano.releases);
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  let arrived = 0;
  const count = (file: KeyFile) => {
    arrived += file.bytes;
    receiver.progress(arrived / total);
  };
  const load = (files: readonly KeyFile[], layer: number, take: (sample: PianoSample) => void, lanes = 1) =>
    inLanes(lanes, fromTheMiddle(files), async (file) => {
      take(await pianoSample(file, layer));
      count(file);
    });
  await load(samplesOf(firstLayer), firstLayer, receiver.sample, parallelRequests);
  receiver.playable();
  await load(piano.releases, 0, receiver.noise);
  for (const layer of later) await load(samplesOf(layer), layer, receiver.sample);
}

/** Keys around middle C come first, where most music starts. */
function fromTheMiddle(files: readonly KeyFile[]): KeyFile[] {
  return files.toSorted((a, b) => Math.abs(a.key - 60) - Math.abs(b.key - 60));
}

async function pianoSample(file: KeyFile, layer: number): Promise<PianoSample> {
  const buffer = await decode(await fetchSound(file), sampleRate);
  const left = buffer.getChannelData(0);
  const right = buffer.numberOfChannels > 1 ? buffer.getChannelData(1) : left;
  const start = onset(left, right);
  return { key: file.key, layer, left: to16Bit(left, start), right: to16Bit(right, start), sampleRate };
}

async function inLanes(
  lanes: number,
  files: readonly KeyFile[],
  load: (file: KeyFile) => Promise<void>,
): Promise<void> {
  const waiting = files.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const file of waiting) await load(file);
    }),
  );
}
