import type { BrowserContext } from '@playwright/test';
import type * as Electron from 'electron';
import { standInApp } from './app.ts';
import { launchChromium, openProxy, type Way } from './chromium.ts';

const nothing = () => {};

/** Chromium's own prompts are not Electron's: permissions are tested without it. https://www.electronjs.org/docs/latest/api/session */
class StandInSession {
  readonly #way: Way = {
    handle: async () => new Response(null, { status: 404 }),
    verify: (_request, answer) => answer(-3),
  };
  readonly #open: (proxy: string) => Promise<BrowserContext>;
  #context: Promise<BrowserContext> | undefined;
  readonly setPermissionRequestHandler = nothing;
  readonly setPermissionCheckHandler = nothing;
  readonly setDevicePermissionHandler = nothing;
  readonly setDisplayMediaRequestHandler = nothing;
  /** https://www.electronjs.org/docs/latest/api/protocol#protocolhandlescheme-handler */
  readonly protocol: Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> = {
    registerSchemesAsPrivileged: nothing,
    handle: (_scheme, handler) => {
      this.#way.handle = async (request) => handler(request);
    },
  };

  constructor(open: (proxy: string) => Promise<BrowserContext>) {
    this.#open = open;
  }

  setCertificateVerifyProc(verify: Way['verify']): void {
    this.#way.verify = verify;
  }

  context = () => {
    this.#context ??= openProxy(this.#way).then(this.#open);
    return this.#context;
  };

  /** Opens none to close it: a second instance has no windows, and the first has the folder. */
  close = async () => (await this.#context)?.close();
}

const partitions = new Map<string, StandInSession>();
const defaultSession = new StandInSession((proxy) => launchChromium(standInApp.getPath(), proxy));
standInApp.closeWindows = () => defaultSession.close();

export const session = {
  defaultSession,
  /** The same name is the same session, with a store of its own: https://www.electronjs.org/docs/latest/api/session#sessionfrompartitionpartition-options */
  fromPartition: (name: string) => {
    const known = partitions.get(name) ?? new StandInSession(openPartition);
    partitions.set(name, known);
    return known;
  },
};

async function openPartition(server: string): Promise<BrowserContext> {
  const browser = (await defaultSession.context()).browser();
  if (browser === null) throw new Error('Chromium has no other contexts');
  return browser.newContext({ proxy: { server, bypass: '<-loopback>' }, ignoreHTTPSErrors: true });
}
