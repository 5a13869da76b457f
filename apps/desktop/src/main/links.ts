import { resolve } from 'node:path';
import type { App } from 'electron';
import type { ServerAnswer } from '../shared/servers.ts';
import { deepLinkOf, linkAmong, linkScheme } from './deep-link.ts';

export interface LinkParts {
  /** Goes where an invitation leads. */
  readonly goTo: (text: string) => Promise<ServerAnswer>;
  /** Back from a payment page, to a place of the window that it was opened from. */
  readonly goBack: (path: string) => void;
  /** Shows the app's own window, which has something to ask or to say. */
  readonly showHome: () => void;
}

/** Follows the links that the app is opened by. What needs a word with somebody waits for the window to take it. */
export class Links {
  readonly #parts: LinkParts;
  #arrival: ServerAnswer | null = null;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  async follow(link: string): Promise<void> {
    const read = deepLinkOf(link);
    if (read.kind === 'return') {
      this.#parts.goBack(read.path);
      return;
    }
    const answer = await this.#parts.goTo(read.text);
    if (answer.kind === 'open') return;
    this.#arrival = answer;
    this.#parts.showHome();
  }

  /** What is to be asked or said, once. */
  take(): ServerAnswer | null {
    const arrival = this.#arrival;
    this.#arrival = null;
    return arrival;
  }
}

/**
 * Where links come in: the one that the app was started with, those of later starts, which hand over and end, and on macOS
 * those that come as events, perhaps before the app is ready. They wait until somebody follows them.
 */
export class LinkDoor {
  readonly #app: Pick<App, 'on' | 'setAsDefaultProtocolClient'>;
  #waiting: string[];
  #follow: ((link: string) => void) | undefined;

  /** @param args of this start. */
  constructor(app: Pick<App, 'on' | 'setAsDefaultProtocolClient'>, args: readonly string[]) {
    this.#app = app;
    const first = linkAmong(args);
    this.#waiting = first === undefined ? [] : [first];
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#came(url);
    });
    app.on('second-instance', (_event, _args, _folder, brought) => {
      const link = typeof brought === 'object' && brought !== null && 'link' in brought ? brought.link : null;
      if (typeof link === 'string') this.#came(link);
    });
  }

  /** What a later start brings to the first one. */
  get brought(): { readonly link: string | null } {
    return { link: this.#waiting[0] ?? null };
  }

  /** Has the system hand links to the app, and follows them from now on. */
  open(follow: (link: string) => void): void {
    // Not packaged, Electron is started with the app's folder.
    const [program, folder] = process.argv;
    if (process.defaultApp && program !== undefined && folder !== undefined) {
      this.#app.setAsDefaultProtocolClient(linkScheme, program, [resolve(folder)]);
    } else this.#app.setAsDefaultProtocolClient(linkScheme);
    this.#follow = follow;
    for (const link of this.#waiting.splice(0)) follow(link);
  }

  #came(link: string): void {
    if (this.#follow === undefined) this.#waiting.push(link);
    else this.#follow(link);
  }
}
