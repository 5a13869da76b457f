import type { PianoSample } from '../../contract/instruments.ts';

interface Layer {
  readonly layer: number;
  /** The velocity at which it was recorded, and at which it is played as it is. */
  readonly velocity: number;
  /** The hardest velocity that it is played for. */
  readonly upTo: number;
}

/** The recorded strengths that are used, of sixteen, soft to hard. */
const layers: readonly Layer[] = [
  { layer: 3, velocity: 35, upTo: 44 },
  { layer: 7, velocity: 53, upTo: 68 },
  { layer: 11, velocity: 84, upTo: 98 },
  { layer: 15, velocity: 112, upTo: 127 },
];
/** How steeply a touch between two recorded ones is louder; chosen so that the layers meet in level. */
const touch = 1.1;
/** A recording is stretched this far from its key and no further, semitones. */
const reach = 6;

/** What sounds for a key: which recording, and how much louder than it was played. */
export interface Choice {
  readonly sample: PianoSample;
  readonly gain: number;
}

/** The recordings that have arrived so far. */
export class PianoSamples {
  readonly #byLayer = new Map<number, PianoSample[]>();

  add(sample: PianoSample): void {
    const samples = this.#byLayer.get(sample.layer) ?? [];
    this.#byLayer.set(sample.layer, [...samples, sample]);
  }

  /** The nearest recording in key and strength; undefined when none is near. @param velocity 1 to 127. */
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
      if (sample !== undefined) return { sample, gain: (velocity / recorded) ** touch };
    }
    return undefined;
  }
}

/** Of recordings of whatever kind, the one nearest to a key and within reach. */
export function nearest<S extends { readonly key: number }>(samples: readonly S[], key: number): S | undefined {
  let best: S | undefined;
  for (const sample of samples) {
    const distance = Math.abs(sample.key - key);
    if (distance <= reach && (best === undefined || distance < Math.abs(best.key - key))) best = sample;
  }
  return best;
}
