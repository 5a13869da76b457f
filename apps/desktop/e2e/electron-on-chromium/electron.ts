import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { session } from './session.ts';

// What `import … from 'electron'` finds in place of Electron: the parts that the main process uses.

export { app } from './app.ts';
export { BrowserWindow, ipcMain } from './browser-window.ts';
export { MessageChannelMain } from './ports.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';

const nothing = () => {};

export const { protocol } = session.defaultSession;

/** Items can be found and clicked: https://www.electronjs.org/docs/latest/api/menu */
const menuOf = (template: Electron.MenuItemConstructorOptions[]): object => ({
  items: template.map(({ submenu, ...item }) => ({ ...item, submenu: Array.isArray(submenu) && menuOf(submenu) })),
});
let applicationMenu: object | null = null;
export const Menu = {
  buildFromTemplate: menuOf,
  getApplicationMenu: () => applicationMenu,
  setApplicationMenu: (menu: object) => {
    applicationMenu = menu;
  },
};

/** https://www.electronjs.org/docs/latest/api/tray */
export class Tray extends EventEmitter {
  setToolTip = nothing;
  setContextMenu = nothing;
  destroy = nothing;
}

/** https://www.electronjs.org/docs/latest/api/notification */
export class Notification extends EventEmitter {
  static isSupported = () => true;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    Object.assign(this, options);
  }

  show(): void {}
}

/** Nobody is there to answer; tests read what was said: https://www.electronjs.org/docs/latest/api/dialog */
export const dialog = {
  showMessageBox: async ({ message }: Electron.MessageBoxOptions) => console.log(`dialog: ${message}`),
};

/** https://www.electronjs.org/docs/latest/api/power-save-blocker */
const blockers = new Set<number>();
let lastBlocker = 0;
export const powerSaveBlocker: Electron.PowerSaveBlocker = {
  start: () => [...blockers.add(++lastBlocker)].at(-1) ?? 0,
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
};

/** https://www.electronjs.org/docs/latest/api/clipboard */
let copied = '';
export const clipboard: Pick<Electron.Clipboard, 'readText' | 'writeText'> = {
  readText: async () => copied,
  writeText: async (text) => {
    copied = text;
  },
};

/** https://www.electronjs.org/docs/latest/api/power-monitor */
export const powerMonitor = new EventEmitter();
export const nativeTheme = { shouldUseDarkColors: true };
export const shell = { openExternal: async () => {}, showItemInFolder: nothing };
const display = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
