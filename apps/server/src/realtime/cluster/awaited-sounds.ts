import type { Scheduler } from '../scheduler.ts';

/**
 * The processes that have been asked what sounds and have not answered. Their notes mean nothing until they have, or until it has
 * taken too long; an answer counts even then.
 */
export class AwaitedSounds {
  readonly #scheduler: Pick<Scheduler, 'after'>;
  readonly #awaited = new Set<string>();
  readonly #late = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(scheduler: Pick<Scheduler, 'after'>) {
    this.#scheduler = scheduler;
  }

  has(processId: string): boolean {
    return this.#awaited.has(processId);
  }

  /** True if its answer is still of use. */
  isWanted(processId: string): boolean {
    return this.#awaited.has(processId) || this.#late.has(processId);
  }

  /** Resolves when all of them have answered, or when the time is up: their notes count from then on. */
  async answers(processIds: Iterable<string>, withinMs: number): Promise<void> {
    for (const processId of processIds) this.#awaited.add(processId);
    if (this.#awaited.size === 0) return;
    await new Promise<void>((resolve) => {
      const stop = this.#scheduler.after(withinMs, () => {
        for (const late of this.#awaited) this.#late.add(late);
        this.#end();
      });
      this.#waiting.add(() => {
        stop();
        resolve();
      });
    });
  }

  answered(processId: string): void {
    this.#late.delete(processId);
    if (this.#awaited.delete(processId) && this.#awaited.size === 0) this.#end();
  }

  /** Nothing is awaited any longer. */
  clear(): void {
    this.#late.clear();
    this.#end();
  }

  #end(): void {
    this.#awaited.clear();
    for (const done of this.#waiting) done();
    this.#waiting.clear();
  }
}
