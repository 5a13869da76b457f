/** Where a bot keeps what it has to know again after a restart: JSON. `FileBotStore` of `@roomtone/sdk/node` is one. */
export interface BotStore {
  /** Resolves with undefined if nothing was saved. */
  load(): Promise<unknown>;
  save(state: unknown): Promise<void>;
}

/** The values that a bot keeps, by name. They have to be JSON. */
export class BotState {
  readonly #store: BotStore | undefined;
  #values: Record<string, unknown> = {};
  #loading: Promise<void> | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** @param store undefined for values that are forgotten at the end. */
  constructor(store: BotStore | undefined) {
    this.#store = store;
  }

  /** Resolves when the values from before are there. */
  load(): Promise<void> {
    this.#loading ??= (async () => {
      const kept = await this.#store?.load();
      if (typeof kept === 'object' && kept !== null) this.#values = { ...kept, ...this.#values };
    })();
    return this.#loading;
  }

  /** @param otherwise the value if none is kept. */
  get<Value>(name: string, otherwise: Value): Value {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] as Value) : otherwise;
  }

  /** Resolves when it is kept; undefined removes it. */
  async set(name: string, value: unknown): Promise<void> {
    if (value === undefined) delete this.#values[name];
    else this.#values[name] = value;
    // One at a time, and each has everything that is known by then.
    const saving = this.#saving.catch(() => {}).then(() => this.#store?.save(this.#values));
    this.#saving = saving;
    await saving;
  }
}
