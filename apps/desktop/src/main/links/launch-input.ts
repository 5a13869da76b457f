import type { App } from 'electron';

/**
 * Collects the links or files with which the operating system opens the app: from the arguments of the first start, from
 * later starts, which hand them over and exit, and on macOS from events, perhaps before the app is ready. They wait until
 * open() is called.
 */
export class LaunchInput {
  readonly #what: 'link' | 'file';
  readonly #waiting: string[];
  #take: ((input: string) => void) | undefined;

  /** @param first the one in the arguments of this start, if any. */
  constructor(app: Pick<App, 'on'>, what: 'link' | 'file', first: string | undefined) {
    this.#what = what;
    this.#waiting = first === undefined ? [] : [first];
    const onSystemEvent = (event: { preventDefault(): void }, input: string) => {
      event.preventDefault();
      this.#receive(input);
    };
    if (what === 'link') app.on('open-url', onSystemEvent);
    else app.on('open-file', onSystemEvent);
    app.on('second-instance', (_event, _args, _folder, handoverData) => {
      const input: unknown =
        typeof handoverData === 'object' && handoverData !== null ? Reflect.get(handoverData, what) : null;
      if (typeof input === 'string') this.#receive(input);
    });
  }

  /** The data that a later start passes to the first one. */
  get handoverData(): Readonly<Record<string, string | null>> {
    return { [this.#what]: this.#waiting[0] ?? null };
  }

  /** Passes on everything that has come and will come. */
  open(take: (input: string) => void): void {
    this.#take = take;
    for (const input of this.#waiting.splice(0)) take(input);
  }

  #receive(input: string): void {
    if (this.#take === undefined) this.#waiting.push(input);
    else this.#take(input);
  }
}
