const softest = 34;
const hardest = 122;

/** The velocity of a pointer on a key: soft near the top, hard near the front edge. `depth` is 0 (top) to 1. */
export function velocityAt(depth: number): number {
  const bounded = Math.min(1, Math.max(0, depth));
  return Math.round(softest + (hardest - softest) * bounded);
}
