import type { PianoSample } from '../../contract/instruments.ts';
import { layerIndexFor, nearest, pianoLayers } from '../../contract/piano-layers.ts';

/** How steeply the volume rises with velocity within a layer; chosen so that the layers meet in level. */
const velocityExponent = 1.1;

/** For each layer: all of them, the nearest in velocity first. */
const byDistance = pianoLayers.map((_, wanted) =>
  pianoLayers.toSorted((a, b) => Math.abs(pianoLayers.indexOf(a) - wanted) - Math.abs(pianoLayers.indexOf(b) - wanted)),
);

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
    for (const { layer, velocity: recorded } of byDistance[layerIndexFor(velocity)] ?? []) {
      const sample = nearest(this.#byLayer.get(layer) ?? [], key);
      if (sample !== undefined) return { sample, gain: (velocity / recorded) ** velocityExponent };
    }
    return undefined;
  }
}
