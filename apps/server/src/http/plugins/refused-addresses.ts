import { serverLimits } from '../../domain/server-limits.ts';

const { count, windowMs } = serverLimits.heldUp;
const eachMs = windowMs / count;

/**
 * Remembers which addresses go on asking although they are refused for asking too often (S10.17). Each refusal is forgotten
 * after a while, so that the state of an address is one time: when all of its refusals will be forgotten.
 */
export class RefusedAddresses {
  readonly #nowMs: () => number;
  readonly #forgottenMs = new Map<string, number>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts a refusal. @returns true if the address is held up from now on, or still. */
  refuse(addressBlock: string): boolean {
    const nowMs = this.#nowMs();
    const forgottenMs = Math.max(nowMs, this.#forgottenMs.get(addressBlock) ?? 0) + eachMs;
    // However long somebody has gone on, they are let off soon after they stop.
    this.#forgottenMs.set(addressBlock, Math.min(forgottenMs, nowMs + 2 * windowMs));
    return forgottenMs - nowMs >= windowMs;
  }

  isHeldUp(addressBlock: string): boolean {
    const forgottenMs = this.#forgottenMs.get(addressBlock);
    return forgottenMs !== undefined && forgottenMs - this.#nowMs() >= windowMs;
  }

  /** False if no address has been refused lately. */
  get isAny(): boolean {
    return this.#forgottenMs.size > 0;
  }

  /** Frees memory; changes no answer. */
  forgetOld(): void {
    const nowMs = this.#nowMs();
    for (const [addressBlock, forgottenMs] of this.#forgottenMs) {
      if (forgottenMs <= nowMs) this.#forgottenMs.delete(addressBlock);
    }
  }
}
