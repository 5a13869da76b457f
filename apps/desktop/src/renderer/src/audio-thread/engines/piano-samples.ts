import type { PianoSample } from '../../contract/instruments.ts';

interface Layer {
  readonly layer: number;
  /** The velocity of the recording, at which it plays unchanged. */
  readonly velocity: number;
  /** The hardest velocity for which it is used. */
  readonly upTo: number;
}

/** The velocity layers in use, of the sixteen that were recorded, soft to hard. */
const layers: readonly Layer[] = [
  { layer: 3, velocity: 35, upTo: 44 },
  { layer: 7, velocity: 53, upTo: 68 },
  { layer: 11, velocity: 84, upTo: 98 },
  { layer: 15, velocity: 112, upTo: 127 },
];
/** How steeply the volume rises with velocity within a layer; chosen so that the layers meet in level. */
const velocityExponent = 1.1;
/** The furthest that a recording is pitched from its key, semitones. */
const maxDistance = 6;

/** The recording for a key, and the gain to apply. */
export interface Choice {
  readonly sample: PianoSample;
  readonly gain: number;
}

/** The recordings that have loaded so far. */
export class PianoSamples {
  readonly #byLayer = new Map<number, PianoSample[]>();

  add(sample: PianoSample): void {
    const samples = this.#byLayer.get(sample.layer) ?? [];
    this.#byLayer.set(sample.layer, [...samples, sample]);
  }

  /**
   * The nearest recording in key and velocity; undefined if none is near enough.
   * @param velocity 1 to 127.
   */
  choose(key: number, velocity: number): Choice | undefined {
    const wanted = Math.max(
      0,
      layers.findIndex(({ upTo }) => velocity <= upTo),
    );
    const byDistance = layers.toSorted(
      (a, b) => Math.abs(layers.indexOf(a) - wanted) - Math.abs(layers.indexOf(b) - wanted),
    );
    for (const { layer, velocity: recorded } of byDistance) {
      const sample = nearest(this.#byLayer.get(layer) ?? [], key);
      if (sample !== undefined) return { sample, gain: (velocity / recorded) ** velocityExponent };
    }
    return undefined;
  }
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
