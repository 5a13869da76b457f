import type { BrowserWindow, WebContents } from 'electron';
import { bringToFront } from '../windows/window.ts';
import { idOf, type Server } from './known-servers.ts';

export interface ServerWindowsParts {
  /** Makes a server's session ready and tells its partition. */
  readonly sessionOf: (server: Server) => string;
  readonly open: (partition: string, path: string) => BrowserWindow;
}

interface Opened {
  server: Server;
  readonly window: BrowserWindow;
}

/** The windows of other servers, one each. The app's own window is none of them. */
export class ServerWindows {
  readonly #parts: ServerWindowsParts;
  readonly #opened = new Map<string, Opened>();

  constructor(parts: ServerWindowsParts) {
    this.#parts = parts;
  }

  /**
   * Brings a server's window to the front; opens it when there is none.
   * @param path the place in it; undefined leaves an open window where it is.
   * @param go tells a window that is open to go to a place.
   */
  show(server: Server, path: string | undefined, go: (contents: WebContents, path: string) => void): void {
    const id = idOf(server);
    const partition = this.#parts.sessionOf(server);
    const opened = this.#opened.get(id);
    if (opened === undefined) {
      const window = this.#parts.open(partition, path ?? '/');
      this.#opened.set(id, { server, window });
      window.on('closed', () => this.#opened.delete(id));
      return;
    }
    const { window } = opened;
    // Its page knows the old address.
    if (opened.server.address !== server.address) window.webContents.reload();
    opened.server = server;
    if (path !== undefined) go(window.webContents, path);
    bringToFront(window);
  }

  /** Which server a window is at; undefined for the app's own. */
  serverOf(contents: WebContents): Server | undefined {
    return [...this.#opened.values()].find(({ window }) => window.webContents === contents)?.server;
  }

  windowOf(id: string): BrowserWindow | undefined {
    return this.#opened.get(id)?.window;
  }
}
