import type { BrowserWindow, WebContents } from 'electron';
import { bringToFront } from '../windows/window.ts';
import { idOf, type Server } from './known-servers.ts';

export interface ServerWindowsParts {
  /** Sets up a server's session and returns its partition. */
  readonly sessionOf: (server: Server) => string;
  readonly open: (partition: string, path: string) => BrowserWindow;
}

interface Opened {
  server: Server;
  readonly window: BrowserWindow;
}

/** The windows of other servers, one per server. The app's own window is not among them. */
export class ServerWindows {
  readonly #parts: ServerWindowsParts;
  readonly #opened = new Map<string, Opened>();

  constructor(parts: ServerWindowsParts) {
    this.#parts = parts;
  }

  /**
   * Brings a server's window to the front, and opens it first if needed.
   * @param path the route to open; undefined leaves an open window where it is.
   * @param go sends an open window to a route.
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
    // Its page still uses the old address.
    if (opened.server.address !== server.address) window.webContents.reload();
    opened.server = server;
    if (path !== undefined) go(window.webContents, path);
    bringToFront(window);
  }

  /** The server that a window shows; undefined for the app's own. */
  serverOf(contents: WebContents): Server | undefined {
    return [...this.#opened.values()].find(({ window }) => window.webContents === contents)?.server;
  }

  windowOf(id: string): BrowserWindow | undefined {
    return this.#opened.get(id)?.window;
  }
}
