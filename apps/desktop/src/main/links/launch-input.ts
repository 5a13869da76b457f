import type { App } from 'electron';

/**
 * What the system opens the app by, links or files, comes in here: with the first start's arguments, from later starts, which
 * hand over and end, and on macOS by events, perhaps before the app is ready. It waits until somebody takes it.
 */
export class LaunchInput {
  readonly #what: 'link' | 'file';
  readonly #waiting: string[];
  #take: ((came: string) => void) | undefined;

  /** @param first among the arguments of this start, if there was one. */
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

  /** What a later start brings to the first one. */
  get brought(): Readonly<Record<string, string | null>> {
    return { [this.#what]: this.#waiting[0] ?? null };
  }

  /** From now on hands on all that comes, and has come. */
  open(take: (came: string) => void): void {
    this.#take = take;
    for (const came of this.#waiting.splice(0)) take(came);
  }

  #came(came: string): void {
    if (this.#take === undefined) this.#waiting.push(came);
    else this.#take(came);
  }
}
