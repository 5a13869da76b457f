export interface Hold {
  /** Resolves when the first caller waits at the gate. */
  readonly arrived: Promise<void>;
  /** Lets the waiting callers pass. */
  release(): void;
}

/** Lets tests delay a call: callers that arrive while the gate is shut wait until the hold is released. */
export class Gate {
  #current: { opening: Promise<void>; arrived: () => void } | undefined;
  readonly #releases: (() => void)[] = [];

  shut(): Hold {
    let release = () => {};
    let arrived = () => {};
    const opening = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    this.#releases.push(release);
    this.#current = { opening, arrived };
    return { arrived: arrival, release };
  }

  /** Lets later callers pass; those who already wait keep waiting. */
  open(): void {
    this.#current = undefined;
  }

  releaseAll(): void {
    this.open();
    for (const release of this.#releases) release();
  }

  async pass(): Promise<void> {
    this.#current?.arrived();
    await this.#current?.opening;
  }
}
