import { writeText } from '../write-text.ts';

interface Meter {
  readonly bar: HTMLElement;
  readonly delay: HTMLElement | null;
  level: number;
  delayUs: number;
  writtenDelay: string;
  writtenUs: number;
}

/** How fast a meter falls: to a third within this. */
const fallUs = 450_000;
/** What a held key keeps a meter at. */
const heldLevel = 0.3;
/** A figure that changes more often cannot be read. */
const delayEveryUs = 1_000_000;

/** Shows how much each player plays and how long their notes are under way, straight in the DOM. */
export class Meters {
  readonly #meters = new Map<number, Meter>();
  #lastUs = 0;

  /** Takes a player's meter; `bar` is scaled, `delay` gets text. Returns what gives it back. */
  attach(participant: number, bar: HTMLElement, delay: HTMLElement | null): () => void {
    const meter = { bar, delay, level: 0, delayUs: 0, writtenDelay: '', writtenUs: 0 };
    this.#meters.set(participant, meter);
    return () => {
      if (this.#meters.get(participant) === meter) this.#meters.delete(participant);
    };
  }

  get active(): boolean {
    for (const meter of this.#meters.values()) if (meter.level > 0) return true;
    return false;
  }

  /** A note begins; velocity 1 to 127. */
  struck(participant: number, velocity: number): void {
    const meter = this.#meters.get(participant);
    if (meter !== undefined) meter.level = Math.max(meter.level, 0.25 + 0.75 * (velocity / 127));
  }

  /** How long after their hand a player's notes are heard here. */
  delayed(participant: number, delayUs: number): void {
    const meter = this.#meters.get(participant);
    if (meter === undefined || delayUs <= 0) return;
    // A figure that jumps tells nobody anything.
    meter.delayUs = meter.delayUs === 0 ? delayUs : meter.delayUs + 0.1 * (delayUs - meter.delayUs);
  }

  draw(nowUs: number, isHolding: (participant: number) => boolean, delayText: (ms: number) => string): void {
    const elapsedUs = Math.min(100_000, nowUs - this.#lastUs);
    this.#lastUs = nowUs;
    for (const [participant, meter] of this.#meters) {
      if (meter.level === 0) continue;
      const floor = isHolding(participant) ? heldLevel : 0;
      meter.level = Math.max(floor, meter.level * Math.exp(-elapsedUs / fallUs));
      if (meter.level < 0.01) meter.level = 0;
      meter.bar.style.transform = `scaleX(${meter.level.toFixed(3)})`;
      if (meter.delay === null || meter.delayUs === 0 || nowUs - meter.writtenUs < delayEveryUs) continue;
      const text = delayText(meter.delayUs / 1000);
      meter.writtenUs = nowUs;
      if (text === meter.writtenDelay) continue;
      meter.writtenDelay = text;
      writeText(meter.delay, text);
    }
  }
}
