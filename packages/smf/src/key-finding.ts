/** The key of a piece. */
export interface MusicalKey {
  /** Pitch class of the tonic: 0 for C to 11 for B. */
  readonly tonic: number;
  readonly isMinor: boolean;
  /** True if the file does not say it, and the notes were weighed. */
  readonly isEstimated: boolean;
}

/**
 * How well each pitch class, from the tonic up, fits a key: the probe-tone ratings of Krumhansl and Kessler (1982), as
 * Krumhansl's "Cognitive Foundations of Musical Pitch" lists them.
 */
const profiles = [
  { isMinor: false, ratings: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88] },
  { isMinor: true, ratings: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17] },
] as const;

/** Fewer different pitch classes say nothing about the key. */
const fewestPitchClasses = 4;

/**
 * The key whose profile correlates best with how long each pitch class sounds (Krumhansl and Schmuckler).
 * @param weights how long each of the twelve pitch classes sounds, in any unit.
 * @returns undefined if the notes say too little.
 */
export function estimateKey(weights: readonly number[]): MusicalKey | undefined {
  if (weights.filter((weight) => weight > 0).length < fewestPitchClasses) return undefined;
  let best: { readonly key: MusicalKey; readonly fit: number } | undefined;
  for (const { isMinor, ratings } of profiles) {
    for (let tonic = 0; tonic < 12; tonic++) {
      const fit = correlation(
        ratings,
        ratings.map((_, degree) => weights[(tonic + degree) % 12] ?? 0),
      );
      if (fit > (best?.fit ?? 0)) best = { key: { tonic, isMinor, isEstimated: true }, fit };
    }
  }
  return best?.key;
}

/** The key that a key signature event says; undefined if it is not valid. */
export function signedKey(payload: Uint8Array): MusicalKey | undefined {
  const [byte, minor] = payload;
  if (byte === undefined || minor === undefined || minor > 1) return undefined;
  const sharps = byte > 0x7f ? byte - 0x100 : byte;
  if (Math.abs(sharps) > 7) return undefined;
  // Each sharp is a fifth up; a minor key is a minor third below its parallel one.
  const tonic = (((sharps * 7 + (minor === 1 ? 9 : 0)) % 12) + 12) % 12;
  return { tonic, isMinor: minor === 1, isEstimated: false };
}

/** Pearson's; 0 if one side does not vary. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[index] ?? 0) - meanB];
    both += fromA * fromB;
    squareA += fromA * fromA;
    squareB += fromB * fromB;
  }
  return squareA === 0 || squareB === 0 ? 0 : both / Math.sqrt(squareA * squareB);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
