import { resolve } from 'node:path';
import type { App } from 'electron';
import type { ServerAnswer } from '../../shared/servers.ts';
import { deepLinkOf, linkScheme } from './deep-link.ts';

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

/** Has the system hand links to the app. */
export function claimLinks(app: Pick<App, 'setAsDefaultProtocolClient'>): void {
  // Not packaged, Electron is started with the app's folder.
  const [program, folder] = process.argv;
  if (process.defaultApp && program !== undefined && folder !== undefined) {
    app.setAsDefaultProtocolClient(linkScheme, program, [resolve(folder)]);
  } else app.setAsDefaultProtocolClient(linkScheme);
}
