import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { hostile } from './hostile.ts';
import { session as sessions } from './session.ts';
import { checkOptions, needReady, strict } from './strict.ts';

// The module that `import … from 'electron'` finds instead of Electron: the parts that the main process uses, each as
// documented under its name at https://www.electronjs.org/docs/latest/api.

export { app } from './app.ts';
export { BrowserWindow, ipcMain } from './browser-window.ts';
export { MessageChannelMain } from './ports.ts';
export { utilityProcess } from './utility-process.ts';

const nothing = () => {};

export const protocol = strict('Protocol', sessions.defaultSession.protocol);
if (hostile('start-throws')) {
  sessions.defaultSession.protocol.handle = () => {
    throw new Error('the scheme is taken');
  };
}
export const session = {
  get defaultSession() {
    needReady('session.defaultSession');
    return strict('Session', sessions.defaultSession);
  },
  fromPartition: (name: string) => {
    needReady('session.fromPartition');
    return strict('Session', sessions.fromPartition(name));
  },
};

/** Items can be found and clicked. */
const menuOf = (template: Electron.MenuItemConstructorOptions[]): object => ({
  items: template.map(({ submenu, ...item }) => {
    checkOptions('MenuItemConstructorOptions', item);
    return { ...item, submenu: Array.isArray(submenu) && menuOf(submenu) };
  }),
  popup: nothing,
});
const set: { menu: object | null; text: string } = { menu: null, text: '' };
export const Menu = {
  buildFromTemplate: menuOf,
  getApplicationMenu: () => set.menu,
  setApplicationMenu: (menu: object) => void Object.assign(set, { menu }),
};

export class Tray extends EventEmitter {
  constructor() {
    super();
    needReady('Tray');
    // biome-ignore lint/correctness/noConstructorReturn: callers get only what Electron declares
    return strict('Tray', this);
  }
  setToolTip = nothing;
  setContextMenu = nothing;
  destroy = nothing;
}

export class Notification extends EventEmitter {
  static isSupported = () => true;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    needReady('Notification');
    checkOptions('NotificationConstructorOptions', options);
    Object.assign(this, options);
    // biome-ignore lint/correctness/noConstructorReturn: callers get only what Electron declares
    return strict('Notification', this);
  }
  show(): void {}
}

/** No one answers the dialogs; tests read their texts. */
export const dialog = strict('Dialog', {
  showMessageBox: async (...given: [Electron.MessageBoxOptions] | [object, Electron.MessageBoxOptions]) => {
    needReady('dialog.showMessageBox');
    const options = given.at(-1) as Electron.MessageBoxOptions;
    checkOptions('MessageBoxOptions', options);
    const { message, cancelId = 0 } = options;
    console.log(`dialog: ${message}`);
    // The user has gone, and the message stays open.
    if (hostile('dialogs-block')) await new Promise(() => {});
    return { response: cancelId, checkboxChecked: false };
  },
  /** The user takes what is suggested. */
  showSaveDialog: async (...given: [Electron.SaveDialogOptions] | [object, Electron.SaveDialogOptions]) => {
    needReady('dialog.showSaveDialog');
    const options = given.at(-1) as Electron.SaveDialogOptions;
    checkOptions('SaveDialogOptions', options);
    return { canceled: false, filePath: options.defaultPath ?? '' };
  },
  /** The user chooses nothing; tests put a choice of their own in its place. */
  showOpenDialog: async (...given: [Electron.OpenDialogOptions] | [object, Electron.OpenDialogOptions]) => {
    needReady('dialog.showOpenDialog');
    checkOptions('OpenDialogOptions', given.at(-1) as Electron.OpenDialogOptions);
    return { canceled: true, filePaths: [] };
  },
  showErrorBox: (title: string, content: string) => console.log(`error box: ${title}: ${content}`),
});

const blockers = new Set<number>();
export const powerSaveBlocker = strict<Electron.PowerSaveBlocker>('PowerSaveBlocker', {
  start: () => [...blockers.add((Math.max(0, ...blockers) || 0) + 1)].at(-1) ?? 0,
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
});

export const clipboard = strict<Pick<Electron.Clipboard, 'readText' | 'writeText'>>('Clipboard', {
  readText: async () => set.text,
  writeText: async (text) => void Object.assign(set, { text }),
});
export const powerMonitor = strict('PowerMonitor', new EventEmitter());
export const nativeTheme = strict('NativeTheme', { shouldUseDarkColors: true });
export const shell = strict('Shell', {
  openExternal: async () => {},
  openPath: async () => '',
  showItemInFolder: nothing,
});
export const crashReporter = strict('CrashReporter', { start: () => {} });
export const nativeImage = { createFromPath: () => strict('NativeImage', { setTemplateImage: nothing }) };
const display = { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } };
export const screen = strict('Screen', { getPrimaryDisplay: () => display, getAllDisplays: () => [display] });
