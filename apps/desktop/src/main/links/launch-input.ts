import type { App } from 'electron';

/**
 * Collects the links or files with which the operating system opens the app: from the arguments of the first start, from
 * later starts, which hand them over and exit, and on macOS from events, perhaps before the app is ready. They wait until
 * open() is called.
 */
export class LaunchInput {
  readonly #what: 'link' | 'file';
  readonly #waiting: string[];
  #take: ((came: string) => void) | undefined;

  /** @param first the one in the arguments of this start, if any. */
  constructor(app: Pick<App, 'on'>, what: 'link' | 'file', first: string | undefined) {
    this.#what = what;
    this.#waiting = first === undefined ? [] : [first];
    const toldBySystem = (event: { preventDefault(): void }, came: string) => {
      event.preventDefault();
      this.#came(came);
    };
    if (what === 'link') app.on('open-url', toldBySystem);
    else app.on('open-file', toldBySystem);
    app.on('second-instance', (_event, _args, _folder, brought) => {
      const came: unknown = typeof brought === 'object' && brought !== null ? Reflect.get(brought, what) : null;
      if (typeof came === 'string') this.#came(came);
    });
  }

  /** The data that a later start passes to the first one. */
  get brought(): Readonly<Record<string, string | null>> {
    return { [this.#what]: this.#waiting[0] ?? null };
  }

  /** Passes on everything that has come and will come. */
  open(take: (came: string) => void): void {
    this.#take = take;
    for (const came of this.#waiting.splice(0)) take(came);
  }

  #came(came: string): void {
    if (this.#take === undefined) this.#waiting.push(came);
    else this.#take(came);
  }
}
