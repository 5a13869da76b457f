/** How loud a note is where nothing says so: mezzo-forte. */
const usualVelocity = 80;

const velocities: Readonly<Record<string, number>> = {
  pppppp: 1,
  ppppp: 5,
  pppp: 10,
  ppp: 16,
  pp: 33,
  p: 49,
  mp: 64,
  mf: 80,
  f: 96,
  ff: 112,
  fff: 126,
  ffff: 127,
  fffff: 127,
  ffffff: 127,
};
/** Of one note; then it goes on as before, or softly. */
const sudden: Readonly<Record<string, number>> = {
  sf: 112,
  sfz: 112,
  sffz: 126,
  fz: 112,
  rf: 112,
  rfz: 112,
  fp: 96,
  sfp: 112,
};
/** By how much a hairpin changes what follows, where nothing else says so. */
const hairpin = 16;
const same = 1e-4;

/** Where a part becomes louder or softer. Places are in quarter notes from its start. */
export class Dynamics {
  readonly #steps: { at: number; velocity: number }[] = [{ at: 0, velocity: usualVelocity }];
  readonly #sudden: { at: number; velocity: number }[] = [];
  readonly #hairpins: { from: number; to: number; by: 1 | -1; last?: number }[] = [];
  #open: { from: number; by: 1 | -1 } | undefined;

  /** A sign such as "mf". False if it is none. */
  mark(name: string, at: number): boolean {
    const velocity = velocities[name];
    if (velocity !== undefined) this.set(velocity, at);
    const once = sudden[name];
    if (once !== undefined) this.#sudden.push({ at, velocity: once });
    if (name === 'fp' || name === 'sfp') this.set(velocities['p'] ?? usualVelocity, at + 2 * same);
    return velocity !== undefined || once !== undefined;
  }

  set(velocity: number, at: number): void {
    this.#steps.push({ at, velocity: Math.min(127, Math.max(1, Math.round(velocity))) });
  }

  /** A hairpin begins: louder (1) or softer (−1). */
  begin(by: 1 | -1, at: number): void {
    this.#open = { from: at, by };
  }

  end(at: number): void {
    if (this.#open !== undefined && at > this.#open.from) this.#hairpins.push({ ...this.#open, to: at });
    this.#open = undefined;
  }

  /** The loudness of places; ask once all is known. */
  finished(): (at: number) => number {
    const steps = this.#steps.sort((a, b) => a.at - b.at);
    const hairpins = this.#hairpins.sort((a, b) => a.from - b.from);
    const stepAt = (at: number) => steps[lastUpTo(steps, at + same)]?.velocity ?? usualVelocity;
    const ends: { at: number; velocity: number }[] = [];
    for (const each of hairpins) {
      // The text at the end of a hairpin says how far it goes.
      const target = steps.find(({ at }) => at >= each.to - same && at <= each.to + 1);
      const towards =
        target && Math.sign(target.velocity - stepAt(each.from)) === each.by ? target.velocity : undefined;
      each.last = Math.min(127, Math.max(1, towards ?? stepAt(each.from) + each.by * hairpin));
      if (target === undefined) ends.push({ at: each.to, velocity: each.last });
    }
    steps.push(...ends);
    steps.sort((a, b) => a.at - b.at);
    const once = new Map(this.#sudden.map(({ at, velocity }) => [Math.round(at / same), velocity]));
    const starts = hairpins.map(({ from }) => ({ at: from }));
    return (at) => {
      const suddenly = once.get(Math.round(at / same));
      if (suddenly !== undefined) return suddenly;
      const within = hairpins[lastUpTo(starts, at)];
      if (within?.last === undefined || at >= within.to) return stepAt(at);
      const from = stepAt(within.from);
      return Math.round(from + ((within.last - from) * (at - within.from)) / (within.to - within.from));
    };
  }
}

/** The index of the last place that is not later; −1 if there is none. */
function lastUpTo(places: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
