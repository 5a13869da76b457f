import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import type * as Electron from 'electron';
import type { BrowserWindowConstructorOptions, IpcMain, MessagePortMain, WebContents } from 'electron';
import { isPrevented, standInApp } from './app.ts';
import { toApp, toWeb } from './chromium.ts';
import { installElectron } from './page-half.ts';
import { arrived, portOf } from './ports.ts';

/** What a page's half may ask. */
interface Asks {
  invoke(channel: string, sent: unknown[]): unknown;
  port(id: number, message: unknown): void;
  open(url: string): void;
  navigate(url: string): void;
}

const windows = new Set<BrowserWindow>();
const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>();
let context: Promise<BrowserContext> | undefined;

export function openWindowsIn(chromium: Promise<BrowserContext>): void {
  context = chromium;
  standInApp.closeWindows = async () => {
    await Promise.all([...windows].map((window) => window.gone()));
    await (await chromium).close();
  };
}

export const ipcMain: Pick<IpcMain, 'handle'> = {
  handle: (channel, listener) => {
    // Which event it takes is Electron's; ours has what is imitated of it.
    handlers.set(channel, listener as (event: object, ...args: unknown[]) => unknown);
  },
};

/** https://www.electronjs.org/docs/latest/api/web-contents */
class StandInWebContents extends EventEmitter {
  readonly page: Promise<Page>;
  openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.page = this.#open(options);
  }

  send(channel: string, ...args: unknown[]): void {
    void this.#tell('roomtoneElectronTold', [channel, args, []]);
  }

  /** The ports arrive as `event.ports`: https://www.electronjs.org/docs/latest/api/web-contents#contentspostmessagechannel-message-transfer */
  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const carry = (id: number, data: unknown) => void this.#tell('roomtoneElectronPort', [id, data]);
    const ids = transfer.map((port) => portOf(port).moveTo(carry));
    void this.#tell('roomtoneElectronTold', [channel, [message], ids]);
  }

  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }

  reload(): void {
    void this.page.then((page) => page.reload());
  }

  async #open({ width = 800, height = 600, webPreferences }: BrowserWindowConstructorOptions): Promise<Page> {
    const page = await (await context)?.newPage();
    if (page === undefined) throw new Error('a window before the app is ready');
    await page.setViewportSize({ width, height });
    await page.exposeBinding('roomtoneElectron', async ({ frame }, ask: keyof Asks, ...args: unknown[]) => {
      const asks: Asks = {
        // https://www.electronjs.org/docs/latest/api/structures/ipc-main-invoke-event
        invoke: (channel: string, sent: unknown[]) => {
          const senderFrame = { url: toApp(frame.url()), parent: frame.parentFrame() };
          return handlers.get(channel)?.({ senderFrame, sender: this }, ...sent);
        },
        port: (id: number, message: unknown) => arrived(id, message, []),
        open: (url: string) => void this.openHandler({ url: toApp(url) } as Electron.HandlerDetails),
        navigate: (url: string) => {
          if (!isPrevented(this, 'will-navigate', { url: toApp(url) })) void page.goto(url);
        },
      };
      // The page half sends what each takes.
      return await (asks[ask] as (...sent: unknown[]) => unknown)(...args);
    });
    const { preload } = webPreferences ?? {};
    const script = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const origin = JSON.stringify(toWeb('app://roomtone'));
    await page.addInitScript(`(${installElectron})(${origin}, (require) => {${script}\n});`);
    return page;
  }

  /** A page on its way elsewhere hears nothing. */
  async #tell(name: string, args: unknown[]): Promise<void> {
    const page = await this.page;
    await page.evaluate((call) => Reflect.get(globalThis, call.name)?.(...call.args), { name, args }).catch(() => {});
  }
}

/** https://www.electronjs.org/docs/latest/api/browser-window */
export class BrowserWindow extends EventEmitter {
  static #lastId = 0;
  static getAllWindows = () => [...windows];
  static fromWebContents = (contents: unknown) =>
    [...windows].find((window) => window.webContents === contents) ?? null;

  readonly id = ++BrowserWindow.#lastId;
  readonly webContents: StandInWebContents;
  readonly #bounds: { x: number; y: number; width: number; height: number };
  #isFocused = true;
  #isMaximized = false;
  #isFullScreen = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new StandInWebContents(options);
    windows.add(this);
    void this.webContents.page.then((page) => {
      page.once('domcontentloaded', () => this.emit('ready-to-show'));
      page.once('close', () => this.#closed());
    });
  }

  async loadURL(url: string): Promise<void> {
    await (await this.webContents.page).goto(toWeb(url));
  }

  /** 'close' may be prevented, 'closed' follows: https://www.electronjs.org/docs/latest/api/browser-window#event-close */
  close(): void {
    if (!isPrevented(this, 'close')) void this.gone();
  }

  async gone(): Promise<void> {
    await (await this.webContents.page).close();
  }

  show = () => this.focus();
  restore = () => this.focus();
  isMinimized = () => false;
  isFocused = () => this.#isFocused;
  isMaximized = () => this.#isMaximized;
  isFullScreen = () => this.#isFullScreen;
  getNormalBounds = () => this.#bounds;

  focus(): void {
    this.#isFocused = true;
    this.emit('focus');
  }

  blur(): void {
    this.#isFocused = false;
    this.emit('blur');
  }

  maximize(): void {
    this.#isMaximized = true;
  }

  setFullScreen(flag: boolean): void {
    this.#isFullScreen = flag;
  }

  #closed(): void {
    if (!windows.delete(this)) return;
    this.emit('closed');
    if (windows.size === 0) standInApp.allClosed();
  }
}
