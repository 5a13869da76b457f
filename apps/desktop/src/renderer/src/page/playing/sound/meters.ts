import { writeText } from '../write-text.ts';

interface Meter {
  readonly bar: HTMLElement;
  readonly delay: HTMLElement | null;
  level: number;
  delayUs: number;
  writtenDelay: string;
  writtenUs: number;
}

/** A meter falls to a third within this time. */
const fallUs = 450_000;
/** The level that a held key keeps a meter at. */
const heldLevel = 0.3;
/** A number that changes more often cannot be read. */
const delayEveryUs = 1_000_000;

/** Shows how much each player plays and the latency of their notes, by writing to the DOM. */
export class Meters {
  readonly #meters = new Map<number, Meter>();
  #lastUs = 0;

  /** Attaches a player's meter; `bar` is scaled, `delay` gets text. The returned function detaches it. */
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

  /** A note starts; velocity 1 to 127. */
  strike(participant: number, velocity: number): void {
    const meter = this.#meters.get(participant);
    if (meter !== undefined) meter.level = Math.max(meter.level, 0.25 + 0.75 * (velocity / 127));
  }

  /** Takes the latency with which a player's notes sound here. */
  setLatency(participant: number, delayUs: number): void {
    const meter = this.#meters.get(participant);
    if (meter === undefined || delayUs <= 0) return;
    // Smoothed, because a number that jumps is useless.
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
