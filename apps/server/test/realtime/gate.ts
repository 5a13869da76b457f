export interface Hold {
  /** Resolves when the first one waits in front. */
  readonly arrived: Promise<void>;
  /** Lets those go who wait. */
  release(): void;
}

/** Something that tests hold up and let go: whoever comes while it is shut waits for that hold's release. */
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

  /** Whoever comes from now on passes; those who wait still wait. */
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
