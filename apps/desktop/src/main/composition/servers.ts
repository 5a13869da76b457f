import { browseServers } from '@roomtone/discovery';
import { BrowserWindow, session, shell, type WebContents } from 'electron';
import type { ServerList } from '../../shared/servers.ts';
import type { Host } from '../hosting/host.ts';
import type { Hosting } from '../hosting/hosting.ts';
import { FoundServers } from '../servers/found-servers.ts';
import { idOf, KnownServers, type Server } from '../servers/known-servers.ts';
import { ServerController } from '../servers/server-controller.ts';
import { keyOfServer } from '../servers/server-key.ts';
import { createServerSessions } from '../servers/server-session.ts';
import { PaymentPages } from '../windows/payment-pages.ts';
import { bringToFront } from '../windows/window.ts';

export interface CreateServersParts {
  readonly host: Host;
  readonly hosting: Hosting;
  /** The file in which the list of servers is stored. */
  readonly file: string;
  /** The app's own pages, which windows of other servers show too. */
  readonly pages: string;
  readonly openWindow: (partition: string, path: string) => BrowserWindow;
  /**
   * Shows the app's own window.
   * @param path the route to open; undefined leaves the window where it is.
   */
  readonly showHome: (path?: string) => void;
  /** Sends an open window to a route. */
  readonly go: (contents: Electron.WebContents, path: string) => void;
  readonly sendList: (servers: ServerList) => void;
  /** Reports to a window that something other than its server answered at the server's address. */
  readonly sendRefused: (contents: Electron.WebContents) => void;
  readonly report: (problem: string, error: unknown) => void;
}

/** Assembles everything for servers other than the app's own: the lists of them, their windows, and payment pages. */
export function createServers(parts: CreateServersParts) {
  const { host, hosting, go, showHome } = parts;
  const ownUrl = () => (host.state.status === 'ready' ? host.state.url : undefined);
  const ownFingerprint = () => hosting.fingerprint;
  const known = new KnownServers(parts.file, parts.report);
  const found = new FoundServers({
    browse: browseServers,
    ownFingerprint,
    changed: () => listChanged(),
    onProblem: (error) => parts.report('servers on the network', error),
  });
  const listChanged = () => parts.sendList({ known: known.list(), found: [...found.list()] });
  const serverWindows = new ServerWindows({
    sessionOf: createServerSessions({
      fromPartition: (partition) => session.fromPartition(partition),
      root: parts.pages,
      onOther: (id) => {
        const window = serverWindows.windowOf(id);
        if (window !== undefined) parts.sendRefused(window.webContents);
      },
    }),
    open: parts.openWindow,
  });
  const servers = new ServerController({
    known,
    keyOf: keyOfServer,
    platform: process.platform,
    ownFingerprint,
    ownUrl,
    showOwn: showHome,
    show: (server, path) => serverWindows.show(server, path, go),
    nameAt: (address) => found.nameAt(address),
  });
  const payments = new PaymentPages({
    openOutside: (url) => shell.openExternal(url),
    serverOf: (window) => serverWindows.serverOf(window)?.address ?? ownUrl(),
    showAt: (contents, path) => {
      const window = BrowserWindow.fromWebContents(contents);
      if (window === null) return false;
      go(contents, path);
      bringToFront(window);
      return true;
    },
    showHome,
  });
  return { known, found, listChanged, serverWindows, servers, payments };
}

interface ServerWindowsParts {
  /** Sets up a server's session and returns its partition. */
  readonly sessionOf: (server: Server) => string;
  readonly open: (partition: string, path: string) => BrowserWindow;
}

interface Opened {
  server: Server;
  readonly window: BrowserWindow;
}

/** The windows of other servers, one per server. The app's own window is not among them. */
class ServerWindows {
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
