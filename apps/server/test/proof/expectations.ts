/** The result of an attempt: `unknown` if the answer was lost, or said that it may have been done. */
export type Outcome = 'ok' | 'failed' | 'unknown';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const none: Bounds = { least: 0, most: 0 };
const once: Bounds = { least: 1, most: 1 };
const perhaps: Bounds = { least: 0, most: 1 };

/** How often each thing must be there, by what was attempted and answered. */
export class Expectations {
  readonly #bounds = new Map<string, Bounds>();
  readonly counts: Record<Outcome, number> = { ok: 0, failed: 0, unknown: 0 };

  /** Attempts to make a thing that is not there. */
  make(thing: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
    return this.#attempt(attempt, [{ thing, before: none, after: once }]);
  }

  /** Attempts to remove a thing that is there once. */
  remove(thing: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
    return this.#attempt(attempt, [{ thing, before: once, after: none }]);
  }

  /** Attempts to put one thing in the place of another. */
  replace(thing: string, by: string, attempt: () => Promise<Outcome>): Promise<Outcome> {
    return this.#attempt(attempt, [
      { thing, before: once, after: none },
      { thing: by, before: none, after: once },
    ]);
  }

  /** Unexpected, repeated or missing things. @param found a thing for each time it is there. */
  problems(found: readonly string[]): string[] {
    const times = new Map<string, number>();
    for (const thing of found) times.set(thing, (times.get(thing) ?? 0) + 1);
    const problems: string[] = [];
    for (const [thing, { least, most }] of this.#bounds) {
      const count = times.get(thing) ?? 0;
      if (count < least) problems.push(`${thing} is missing`);
      if (count > most) problems.push(`${thing} is there ${count} times, not ${most}`);
    }
    for (const thing of times.keys()) if (!this.#bounds.has(thing)) problems.push(`${thing} was never made`);
    return problems;
  }

  async #attempt(
    attempt: () => Promise<Outcome>,
    changes: readonly { readonly thing: string; readonly before: Bounds; readonly after: Bounds }[],
  ): Promise<Outcome> {
    for (const { thing } of changes) this.#bounds.set(thing, perhaps);
    const outcome = await attempt();
    this.counts[outcome]++;
    if (outcome === 'unknown') return outcome;
    for (const { thing, before, after } of changes) this.#bounds.set(thing, outcome === 'ok' ? after : before);
    return outcome;
  }
}
