/** Recordings of all keys, struck equally hard. */
interface Layer {
  readonly layer: number;
  /** The velocity of the recording, at which it plays unchanged. */
  readonly velocity: number;
  /** The hardest velocity for which it is used. */
  readonly upTo: number;
}

/** The velocity layers in use, of the sixteen that were recorded, soft to hard. */
export const pianoLayers: readonly Layer[] = [
  { layer: 3, velocity: 35, upTo: 44 },
  { layer: 7, velocity: 53, upTo: 68 },
  { layer: 11, velocity: 84, upTo: 98 },
  { layer: 15, velocity: 112, upTo: 127 },
];
/** The furthest that a recording is pitched from its key, semitones. */
const maxDistance = 6;

/** The index of the layer that plays a velocity, 1 to 127. */
export function layerIndexFor(velocity: number): number {
  return Math.max(
    0,
    pianoLayers.findIndex(({ upTo }) => velocity <= upTo),
  );
}

/** Returns the recording nearest to a key, if it is within reach. */
export function nearest<S extends { readonly key: number }>(samples: readonly S[], key: number): S | undefined {
  let best: S | undefined;
  for (const sample of samples) {
    const distance = Math.abs(sample.key - key);
    if (distance <= maxDistance && (best === undefined || distance < Math.abs(best.key - key))) best = sample;
  }
  return best;
}
