import type { PianoSample } from '../../../contract/instruments.ts';
import { layerIndexFor, nearest, pianoLayers } from '../../../contract/piano-layers.ts';
import { decode, onset, to16Bit } from './decoding.ts';
import { fetchSound, type KeyFile, type SoundIndex } from './sound-index.ts';

const sampleRate = 48_000;
/** The number of parallel requests until the keyboard is playable; later ones leave the machine to the music. */
const parallelRequests = 4;
/** This velocity layer comes first, and plays every note until the others are there. */
const firstLayer = 11;
const laterLayers = [15, 7, 3] as const;
/** Stands for the noises of the dampers among the layers. */
const noises = 0;
/** Recordings this far apart, in semitones, are enough at first: none is pitched by more than half of it. */
const firstDistance = 6;

/** Receives the piano's recordings as they arrive. */
export interface PianoReceiver {
  sample(sample: PianoSample): void;
  noise(sample: PianoSample): void;
  /** The whole keyboard can be played. */
  playable(): void;
  /** @param part of what is being loaded, by bytes, 0 to 1. */
  progress(part: number): void;
}

/**
 * Fetches as many recordings as are needed to play every key, the middle of the keyboard first.
 * @throws if a recording does not arrive or cannot be read.
 */
export async function loadPlayablePiano(index: SoundIndex, receiver: PianoReceiver): Promise<void> {
  await load(
    [{ layer: firstLayer, files: firstSamples(index), take: receiver.sample }],
    receiver.progress,
    parallelRequests,
  );
  receiver.playable();
}

/**
 * Fetches all other recordings, those that are missed most first.
 * @param isSmall true if this device has memory for one velocity layer only.
 * @throws if a recording does not arrive or cannot be read.
 */
export async function loadRestOfPiano(index: SoundIndex, receiver: PianoReceiver, isSmall: boolean): Promise<void> {
  const first = new Set(firstSamples(index));
  const layer = (number: number) => ({
    layer: number,
    files: samplesOf(index, number).filter((file) => !first.has(file)),
    take: receiver.sample,
  });
  const later = isSmall ? [] : laterLayers;
  const dampers = { layer: noises, files: index.piano.releases, take: receiver.noise };
  await load([layer(firstLayer), dampers, ...later.map(layer)], receiver.progress, 1);
}

/** A key, and the velocity at which it is struck. */
export interface Strike {
  readonly key: number;
  readonly velocity: number;
}

/**
 * Fetches only the recordings that play these notes.
 * @param isSmall true if this device has memory for one velocity layer only.
 * @throws if a recording does not arrive or cannot be read.
 */
export async function loadPianoFor(
  strikes: readonly Strike[],
  index: SoundIndex,
  receiver: PianoReceiver,
  isSmall: boolean,
): Promise<void> {
  const parts = new Map<number, Set<KeyFile>>();
  const want = (layer: number, files: readonly KeyFile[], key: number) => {
    const file = nearest(files, key);
    if (file !== undefined) parts.set(layer, (parts.get(layer) ?? new Set()).add(file));
  };
  for (const { key, velocity } of strikes) {
    const layer = isSmall ? firstLayer : (pianoLayers[layerIndexFor(velocity)]?.layer ?? firstLayer);
    want(layer, samplesOf(index, layer), key);
    want(noises, index.piano.releases, key);
  }
  const wanted = [...parts].map(([layer, files]) => ({
    layer,
    files: [...files],
    take: layer === noises ? receiver.noise : receiver.sample,
  }));
  await load(wanted, receiver.progress, parallelRequests);
  receiver.playable();
}

/** Recordings to fetch, and their receiver. */
interface Part {
  readonly layer: number;
  readonly files: readonly KeyFile[];
  readonly take: (sample: PianoSample) => void;
}

async function load(parts: readonly Part[], progress: (part: number) => void, lanes: number): Promise<void> {
  const total = parts.flatMap(({ files }) => files).reduce((sum, { bytes }) => sum + bytes, 0);
  let arrived = 0;
  for (const { layer, files, take } of parts) {
    await inLanes(lanes, fromTheMiddle(files), async (file) => {
      take(await pianoSample(file, layer));
      arrived += file.bytes;
      progress(arrived / total);
    });
  }
}

function firstSamples(index: SoundIndex): KeyFile[] {
  let last = Number.NEGATIVE_INFINITY;
  return samplesOf(index, firstLayer)
    .toSorted((a, b) => a.key - b.key)
    .filter(({ key }) => {
      if (key - last < firstDistance) return false;
      last = key;
      return true;
    });
}

function samplesOf({ piano }: SoundIndex, layer: number): readonly KeyFile[] {
  return piano.layers.find((candidate) => candidate.layer === layer)?.samples ?? [];
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
