import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Frame, Page } from '@playwright/test';
import type * as Electron from 'electron';
import { isPrevented, standInApp } from './app.ts';
import { hostile } from './hostile.ts';
import { installPageHalf, installPreloadHalf } from './page-half.ts';
import { Relay } from './ports.ts';
import { type StandInSession, session, toApp, toWeb } from './session.ts';
import { becomeDestroyed, checkClonable, checkOptions, needReady, strict } from './strict.ts';

const windows = new Set<BrowserWindow>();
const focused = new Set<BrowserWindow>();
type Handler = (event: object, ...args: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

export const ipcMain = strict<Pick<Electron.IpcMain, 'handle'>>('IpcMain', {
  handle: (channel, listener) => {
    // Electron's type of the event is larger than what is imitated here.
    handlers.set(channel, listener as Handler);
  },
});

type Permission = Parameters<StandInSession['grants']>[0];
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

class StandInWebContents extends EventEmitter {
  readonly page: Promise<Page>;
  readonly #relay = new Relay((id, message) => void this.#tell('roomtoneElectronPort', id, message));
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.page = this.#open(options);
  }
  #zoomFactor = 1;
  getZoomFactor = () => this.#zoomFactor;
  setZoomFactor = (factor: number) => {
    this.#zoomFactor = factor;
  };
  #isDestroyed = false;
  isDestroyed = () => this.#isDestroyed;
  destroyed = () => {
    this.#isDestroyed = true;
  };
  reload = async () => (await this.page).reload();
  send = (channel: string, ...args: unknown[]) => this.#deliver(channel, args, []);
  /** The ports arrive as `event.ports`. */
  postMessage = (channel: string, message: unknown, transfer: readonly Electron.MessagePortMain[] = []) =>
    this.#deliver(channel, [message], transfer);

  setWindowOpenHandler = (handler: OpenHandler) => {
    this.#openHandler = handler;
  };
  #session = session.defaultSession;
  async #open({ width = 800, height = 600, webPreferences }: Electron.BrowserWindowConstructorOptions): Promise<Page> {
    const { preload, partition } = webPreferences ?? {};
    if (partition !== undefined) this.#session = session.fromPartition(partition);
    const page = await (await this.#session.context()).newPage();
    await page.setViewportSize({ width, height });
    await page.exposeBinding('roomtoneElectron', ({ frame }, kind: string, ...args: unknown[]) =>
      this.#handle(page, frame, kind, args),
    );
    // Imitates a computer with memory for one piano layer only: decoding all of them takes seconds per window.
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 }));
    await page.addInitScript(`(${installPageHalf})('${toWeb('app://roomtone')}');`);
    if (preload !== undefined) {
      const source = `(${installPreloadHalf})((require) => {${readFileSync(preload, 'utf8')}\n});`;
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Page.enable');
      await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'Electron preload' });
    }
    return page;
  }
  /** Handles a request from page-half.ts. */
  #handle(page: Page, frame: Frame, kind: string, [first, second]: unknown[]): unknown {
    switch (kind) {
      case 'invoke': {
        const senderFrame = { url: toApp(frame.url()), parent: frame.parentFrame() };
        return this.#answer(String(first), { senderFrame, sender: strict('WebContents', this) }, second as unknown[]);
      }
      case 'port':
        return this.#relay.arrived(Number(first), second);
      case 'permission':
        return this.#session.grants(
          first as Permission,
          toApp(frame.url()),
          second as ('audio' | 'video')[] | undefined,
        );
      case 'permission-state':
        return this.#session.has(first as Permission, toApp(frame.url()));
      case 'device':
        return this.#session.hasDevice(first as 'hid', toApp(frame.url()));
      case 'screen':
        return this.#session.showsScreen(new URL(toApp(frame.url())).origin);
      case 'open':
        return void this.#openHandler({ url: toApp(String(first)) } as Electron.HandlerDetails);
      default:
        return isPrevented(this, 'will-navigate', { url: toApp(String(first)) }) || page.goto(String(first));
    }
  }
  async #answer(channel: string, event: object, args: unknown[]): Promise<unknown> {
    const answer = await handlers.get(channel)?.(event, ...args);
    checkClonable([answer]);
    return answer;
  }
  #deliver(channel: string, args: unknown[], ports: readonly Electron.MessagePortMain[]): Promise<void> {
    checkClonable(args);
    const numbers = ports.map((port) => this.#relay.take(port));
    return this.#tell('roomtoneElectronTold', channel, args, numbers);
  }
  /** Sends an event to the page; one that is navigating misses it. */
  async #tell(name: string, ...args: unknown[]): Promise<void> {
    const page = await this.page;
    await page.evaluate((call) => Reflect.get(globalThis, call.name)?.(...call.args), { name, args }).catch(() => {});
  }
}

export class BrowserWindow extends EventEmitter {
  static #lastId = 0;
  static getAllWindows = () => [...windows];
  static getFocusedWindow = () => BrowserWindow.getAllWindows().find((each) => each.isFocused()) ?? null;
  static fromWebContents = (contents: StandInWebContents) => {
    // Only isDestroyed() answers for a page that is gone.
    if (contents.isDestroyed()) throw new TypeError('Object has been destroyed');
    return BrowserWindow.getAllWindows().find((each) => each.webContents === contents) ?? null;
  };

  readonly id = ++BrowserWindow.#lastId;
  readonly webContents: StandInWebContents;
  readonly #contents: StandInWebContents;
  readonly #bounds: Electron.Rectangle;
  #isDestroyed = false;
  isDestroyed = () => this.#isDestroyed;
  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    needReady('BrowserWindow');
    checkOptions('BrowserWindowConstructorOptions', options);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    const contents = new StandInWebContents(options);
    this.#contents = contents;
    this.webContents = strict('WebContents', contents);
    const seen = strict('BrowserWindow', this);
    windows.add(seen);
    void contents.page.then((page) => {
      // On Wayland it may never come: https://github.com/electron/electron/issues/48859
      if (!hostile('no-ready-to-show')) page.once('domcontentloaded', () => this.emit('ready-to-show'));
      page.on('load', () => contents.emit('did-finish-load'));
      page.once('close', () => {
        windows.delete(seen);
        contents.destroyed();
        this.#isDestroyed = true;
        this.emit('closed');
        becomeDestroyed(this);
        becomeDestroyed(contents);
        if (windows.size === 0) standInApp.allClosed();
      });
    });
    // Callers get only what Electron declares.
    // biome-ignore lint/correctness/noConstructorReturn: a class that is wrapped from outside could not be extended
    return seen;
  }
  loadURL = async (url: string) => (await this.#contents.page).goto(toWeb(url));
  /** 'close' may be prevented, 'closed' follows. */
  close = () => isPrevented(this, 'close') || this.#contents.page.then((page) => page.close());
  getNormalBounds = () => this.#bounds;
  isMinimized = () => false;
  isMaximized = this.isMinimized;
  isFullScreen = this.isMinimized;
  maximize = () => {};
  setFullScreen = this.maximize;
  isFocused = () => focused.has(this);
  focus = () => void (focused.add(this) && this.emit('focus'));
  blur = () => void focused.delete(this);
  show = () => this.focus();
}
