import { randomBytes } from 'node:crypto';

/** Makes ids that are unique and ascend with the time, also within a millisecond. */
export class AscendingIds {
  #lastAt = 0;
  #sameMs = 0;

  /** @param at ms since 1970. */
  next(at: number): string {
    this.#sameMs = at === this.#lastAt ? this.#sameMs + 1 : 0;
    this.#lastAt = at;
    return idFrom(at, this.#sameMs);
  }
}

/** An id of its own, where nothing else is made within the millisecond. */
export function idFrom(at: number, sameMs = 0): string {
  return `${idAt(at)}${sameMs.toString(16).padStart(4, '0')}${randomBytes(4).toString('hex')}`;
}

/** The ids of everything from this time on are not below it, and those of what was earlier are. @param at ms since 1970. */
export function idAt(at: number): string {
  return Math.max(0, Math.floor(at)).toString(16).padStart(12, '0');
}
