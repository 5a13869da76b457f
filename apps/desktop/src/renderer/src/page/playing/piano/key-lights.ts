import { patternOf } from '../stage/player-appearance.ts';

/**
 * Lights the piano's keys in their players' colours and patterns by writing to the DOM: `data-lit-by`, `data-pattern`
 * and two custom properties.
 */
export class KeyLights {
  readonly #keys = new Map<number, HTMLElement>();
  /** The participants who hold a key, the latest last. */
  readonly #holders = new Map<number, number[]>();
  readonly #changed = new Set<number>();

  /** Attaches the keys inside an element, by their `data-note`. */
  attach(piano: HTMLElement): void {
    this.#keys.clear();
    for (const key of piano.querySelectorAll<HTMLElement>('[data-note]')) {
      this.#keys.set(Number(key.dataset['note']), key);
    }
  }

  hold(participant: number, note: number): void {
    const holders = this.#holders.get(note) ?? [];
    this.#holders.set(note, [...holders.filter((holder) => holder !== participant), participant]);
    this.#changed.add(note);
  }

  release(participant: number, note: number): void {
    const holders = this.#holders.get(note)?.filter((holder) => holder !== participant) ?? [];
    if (holders.length === 0) this.#holders.delete(note);
    else this.#holders.set(note, holders);
    this.#changed.add(note);
  }

  /** Releases every key that a participant, or everybody, holds. */
  releaseAll(participant: number | 'everybody'): void {
    for (const [note, holders] of [...this.#holders]) {
      for (const holder of holders)
        if (participant === 'everybody' || holder === participant) this.release(holder, note);
    }
  }

  /** True if the participant holds any key. */
  holds(participant: number): boolean {
    for (const holders of this.#holders.values()) if (holders.includes(participant)) return true;
    return false;
  }

  /** Writes the changes since the last call. */
  draw(colorOf: (participant: number) => string): void {
    for (const note of this.#changed) {
      const key = this.#keys.get(note);
      const holders = this.#holders.get(note);
      if (key === undefined) continue;
      if (holders === undefined) {
        delete key.dataset['litBy'];
        continue;
      }
      const last = holders.at(-1) ?? 0;
      // Two players on one key share its width; with more, only the last two are shown.
      key.dataset['litBy'] = holders.join(' ');
      key.dataset['pattern'] = patternOf(last);
      key.style.setProperty('--lit', colorOf(last));
      key.style.setProperty('--lit-too', colorOf(holders.at(-2) ?? last));
    }
    this.#changed.clear();
  }
}
