import type { Scheduler } from '../scheduler.ts';

/** The processes that have been asked what sounds and have not answered. Their notes mean nothing until they have. */
export class AwaitedSounds {
  readonly #scheduler: Pick<Scheduler, 'after'>;
  readonly #awaited = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(scheduler: Pick<Scheduler, 'after'>) {
    this.#scheduler = scheduler;
  }

  has(processId: string): boolean {
    return this.#awaited.has(processId);
  }

  /** Resolves when all of them have answered, or when the time is up: their notes count from then on. */
  async answers(processIds: Iterable<string>, withinMs: number): Promise<void> {
    for (const processId of processIds) this.#awaited.add(processId);
    if (this.#awaited.size === 0) return;
    await new Promise<void>((resolve) => {
      const stop = this.#scheduler.after(withinMs, () => this.clear());
      this.#waiting.add(() => {
        stop();
        resolve();
      });
    });
  }

  answered(processId: string): void {
    if (this.#awaited.delete(processId) && this.#awaited.size === 0) this.clear();
  }

  clear(): void {
    this.#awaited.clear();
    for (const done of this.#waiting) done();
    this.#waiting.clear();
  }
}
