import type { SharedState, Version } from '../../ports/room-bus.ts';

export interface NewsInOrderEvents {
  /** This is the state now; news that comes later than it is taken next. @param before what was known until now. */
  catchUp(state: SharedState, before: Version): void;
  take(news: string): void;
  /** Some news is missing: read() has to be called. */
  missed(): void;
}

/** Hands on the news of something shared in its order, each once. While the state is not known, news waits. */
export class NewsInOrder {
  readonly #events: NewsInOrderEvents;
  #version: Version = { epoch: '', number: 0 };
  #waiting: { readonly version: Version; readonly news: string }[] | undefined = [];
  #isReading = false;
  /** A read under way may bring outdated state. */
  #isOutdated = false;
  readonly #onStep = new Set<() => void>();

  constructor(events: NewsInOrderEvents) {
    this.#events = events;
  }

  /** The order among the states. Another object with every step. */
  get version(): Version {
    return this.#version;
  }

  /** False from lose() until the state has been read. */
  get isInStep(): boolean {
    return this.#waiting === undefined;
  }

  arrived(version: Version, news: string): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push({ version, news });
      return;
    }
    const { epoch, number } = this.#version;
    if (version.epoch === epoch && version.number <= number) return;
    if (version.epoch !== epoch || version.number > number + 1) {
      this.#events.missed();
      return;
    }
    this.#version = version;
    this.#events.take(news);
    this.#wake();
  }

  /** The known state may be outdated. */
  lose(): void {
    this.#waiting = [];
    this.#isOutdated = true;
    this.#wake();
  }

  /** Has the state read, and goes on from it. Resolves with false if that is under way already. Rejects as `reading` does. */
  async read(reading: () => Promise<SharedState>): Promise<boolean> {
    this.lose();
    if (this.#isReading) return false;
    this.#isReading = true;
    try {
      let state: SharedState;
      do {
        this.#isOutdated = false;
        state = await reading();
      } while (this.#isOutdated);
      this.#goOnFrom(state);
    } finally {
      this.#isReading = false;
    }
    return true;
  }

  /** Resolves when more has happened than at this version, or nobody knows. */
  async after(version: Version): Promise<void> {
    while (this.isInStep && this.#version === version) {
      await new Promise<void>((resolve) => this.#onStep.add(resolve));
    }
  }

  #goOnFrom(state: SharedState): void {
    const before = this.#version;
    this.#version = state.version;
    this.#events.catchUp(state, before);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.#wake();
    for (const { version, news } of waiting) this.arrived(version, news);
  }

  #wake(): void {
    for (const resolve of this.#onStep) resolve();
    this.#onStep.clear();
  }
}
