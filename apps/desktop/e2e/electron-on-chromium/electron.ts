import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { standInApp } from './app.ts';
import { openWindowsIn } from './browser-window.ts';
import { launchChromium } from './chromium.ts';

// What `import … from 'electron'` finds in place of Electron: the parts that the main process uses.

export { app } from './app.ts';
export { BrowserWindow, ipcMain } from './browser-window.ts';
export { MessageChannelMain } from './ports.ts';
export { utilityProcess } from './utility-process.ts';

type ProtocolHandler = (request: Request) => Response | Promise<Response>;
let handler: ProtocolHandler = () => new Response(null, { status: 404 });

export const protocol: Pick<Electron.Protocol, 'handle' | 'registerSchemesAsPrivileged'> = {
  registerSchemesAsPrivileged: () => {},
  handle: (_scheme, handle) => {
    handler = handle;
  },
};

/** Its items can be found and clicked: https://www.electronjs.org/docs/latest/api/menu */
class StandInMenu {
  static readonly buildFromTemplate = (template: Electron.MenuItemConstructorOptions[]) => new StandInMenu(template);
  static application: StandInMenu | null = null;
  static readonly getApplicationMenu = () => StandInMenu.application;
  static readonly setApplicationMenu = (menu: StandInMenu) => {
    StandInMenu.application = menu;
  };

  readonly items: readonly object[];

  constructor(template: Electron.MenuItemConstructorOptions[]) {
    this.items = template.map((item) => ({
      ...item,
      submenu: Array.isArray(item.submenu) ? new StandInMenu(item.submenu) : undefined,
    }));
  }
}

export { StandInMenu as Menu };

/** https://www.electronjs.org/docs/latest/api/tray */
export class Tray extends EventEmitter {
  setToolTip(): void {}
  setContextMenu(): void {}
  destroy(): void {}
}

/** https://www.electronjs.org/docs/latest/api/notification */
export class Notification extends EventEmitter {
  static isSupported = () => true;
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  show(): void {}
}

export const dialog: Pick<Electron.Dialog, 'showMessageBox'> = {
  // Nobody is there to answer; tests read what was said.
  showMessageBox: async (...args: unknown[]) => {
    const { message = '' } = (args.at(-1) ?? {}) as Electron.MessageBoxOptions;
    console.log(`dialog: ${message}`);
    return { response: 0, checkboxChecked: false };
  },
};

let lastBlocker = 0;
const blockers = new Set<number>();
/** https://www.electronjs.org/docs/latest/api/power-save-blocker */
export const powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> = {
  start: () => {
    lastBlocker++;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
};

let copied = '';
export const clipboard: Pick<Electron.Clipboard, 'readText' | 'writeText'> = {
  readText: async () => copied,
  writeText: async (text) => {
    copied = text;
  },
};

export const powerMonitor = new EventEmitter();
export const nativeTheme: Pick<Electron.NativeTheme, 'shouldUseDarkColors'> = { shouldUseDarkColors: true };
export const shell: Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'> = {
  openExternal: async () => {},
  showItemInFolder: () => {},
};

const display = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };

/** Chromium's own prompts are not those of Electron: what is set here is tested without it. */
export const session = {
  defaultSession: {
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: () => {},
    setDevicePermissionHandler: () => {},
    setDisplayMediaRequestHandler: () => {},
    setCertificateVerifyProc: () => {},
  },
};

standInApp.start = () =>
  openWindowsIn(launchChromium(standInApp.getPath('userData'), async (request) => handler(request)));
