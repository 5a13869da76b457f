interface Meter {
  readonly bar: HTMLElement;
  level: number;
}

/** A meter falls to a third within this time. */
const fallUs = 450_000;
/** The level that a held key keeps a meter at. */
const heldLevel = 0.3;

/** Shows how much each player plays, by writing to the DOM. */
export class Meters {
  readonly #meters = new Map<number, Meter>();
  #lastUs = 0;

  /** Attaches a player's meter, which is scaled. The returned function detaches it. */
  attach(participant: number, bar: HTMLElement): () => void {
    const meter = { bar, level: 0 };
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

  draw(nowUs: number, isHolding: (participant: number) => boolean): void {
    const elapsedUs = Math.min(100_000, nowUs - this.#lastUs);
    this.#lastUs = nowUs;
    for (const [participant, meter] of this.#meters) {
      if (meter.level === 0) continue;
      const floor = isHolding(participant) ? heldLevel : 0;
      meter.level = Math.max(floor, meter.level * Math.exp(-elapsedUs / fallUs));
      if (meter.level < 0.01) meter.level = 0;
      meter.bar.style.transform = `scaleX(${meter.level.toFixed(3)})`;
    }
  }
}
