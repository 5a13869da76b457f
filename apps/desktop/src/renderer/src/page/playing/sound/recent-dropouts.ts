/** Older dropouts say nothing of the sound now. */
const recentMs = 30_000;

/** Counts the dropouts of the last half minute, from the number of all so far. */
export class RecentDropouts {
  #total = 0;
  #found: { readonly atMs: number; readonly count: number }[] = [];

  /**
   * Returns the number of recent ones.
   * @param total all so far.
   * @param counts false while nothing sounds, so that nobody hears them, and while sounds load, which makes some.
   */
  update(total: number, nowMs: number, counts: boolean): number {
    const count = total - this.#total;
    this.#total = total;
    if (count > 0 && counts) this.#found.push({ atMs: nowMs, count });
    this.#found = this.#found.filter(({ atMs }) => nowMs - atMs < recentMs);
    return this.#found.reduce((sum, each) => sum + each.count, 0);
  }
}
