import { resolve } from 'node:path';
import type { App } from 'electron';
import type { ServerAnswer } from '../../shared/servers.ts';
import { deepLinkOf, linkScheme } from './deep-link.ts';

export interface LinkParts {
  /** Follows an invitation. */
  readonly goTo: (text: string) => Promise<ServerAnswer>;
  /** Called on the return from a payment page, with a path in the window that opened it. */
  readonly goBack: (path: string) => void;
  /** Shows the app's own window, so that it can show the question or error. */
  readonly showHome: () => void;
}

/** Follows the links with which the app is opened. An answer that the user has to see waits for the window. */
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

  /** Returns the waiting answer, once. */
  take(): ServerAnswer | null {
    const arrival = this.#arrival;
    this.#arrival = null;
    return arrival;
  }
}

/** Registers the app with the operating system for its links. */
export function claimLinks(app: Pick<App, 'setAsDefaultProtocolClient'>): void {
  // Unpackaged, Electron is started with the app's folder as an argument.
  const [program, folder] = process.argv;
  if (process.defaultApp && program !== undefined && folder !== undefined) {
    app.setAsDefaultProtocolClient(linkScheme, program, [resolve(folder)]);
  } else app.setAsDefaultProtocolClient(linkScheme);
}
