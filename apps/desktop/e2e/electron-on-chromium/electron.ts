import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { session } from './session.ts';

// The module that `import … from 'electron'` finds instead of Electron: the parts that the main process uses, each as
// documented under its name at https://www.electronjs.org/docs/latest/api.

export { app } from './app.ts';
export { BrowserWindow, ipcMain } from './browser-window.ts';
export { MessageChannelMain } from './ports.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';

const nothing = () => {};

export const { protocol } = session.defaultSession;

/** Items can be found and clicked. */
const menuOf = (template: Electron.MenuItemConstructorOptions[]): object => ({
  items: template.map(({ submenu, ...item }) => ({ ...item, submenu: Array.isArray(submenu) && menuOf(submenu) })),
});
const set: { menu: object | null; text: string } = { menu: null, text: '' };
export const Menu = {
  buildFromTemplate: menuOf,
  getApplicationMenu: () => set.menu,
  setApplicationMenu: (menu: object) => void Object.assign(set, { menu }),
};

export class Tray extends EventEmitter {
  setToolTip = nothing;
  setContextMenu = nothing;
  destroy = nothing;
}

export class Notification extends EventEmitter {
  static isSupported = () => true;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    Object.assign(this, options);
  }
  show(): void {}
}

/** No one answers the dialogs; tests read their texts. */
export const dialog = {
  showMessageBox: async (...given: [Electron.MessageBoxOptions] | [object, Electron.MessageBoxOptions]) => {
    const { message, cancelId = 0 } = given.at(-1) as Electron.MessageBoxOptions;
    console.log(`dialog: ${message}`);
    return { response: cancelId, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string) => console.log(`error box: ${title}: ${content}`),
};

const blockers = new Set<number>();
export const powerSaveBlocker: Electron.PowerSaveBlocker = {
  start: () => [...blockers.add((Math.max(0, ...blockers) || 0) + 1)].at(-1) ?? 0,
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
};

export const clipboard: Pick<Electron.Clipboard, 'readText' | 'writeText'> = {
  readText: async () => set.text,
  writeText: async (text) => void Object.assign(set, { text }),
};
export const powerMonitor = new EventEmitter();
export const nativeTheme = { shouldUseDarkColors: true };
export const shell = { openExternal: async () => {}, showItemInFolder: nothing };
const display = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } };
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
