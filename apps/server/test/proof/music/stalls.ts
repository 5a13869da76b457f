import { readFileSync } from 'node:fs';

const everyMs = 50;

/**
 * Watches how long processes wait for a processor although they could run: what a busy machine adds to clocks, and to nothing else.
 * Linux.
 */
export class Stalls {
  readonly #waitedNs = new Map<number, number>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #longestNs = 0;

  /** From now on. */
  watch(pids: readonly (number | undefined)[]): void {
    for (const pid of pids) if (pid !== undefined) this.#waitedNs.set(pid, waitedNs(pid));
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  /** How long a process waited in the worst twentieth of a second, µs. */
  get longestUs(): number {
    return Math.round(this.#longestNs / 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const [pid, before] of this.#waitedNs) {
      const now = waitedNs(pid);
      this.#longestNs = Math.max(this.#longestNs, now - before);
      this.#waitedNs.set(pid, now);
    }
  }
}

/** The second field is how long the main thread has waited, ns. */
function waitedNs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]);
  } catch {
    return 0;
  }
}
