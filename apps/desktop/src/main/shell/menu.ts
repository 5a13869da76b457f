import type { MenuItemConstructorOptions } from 'electron';
import type { RoleName, Strings } from '../strings.ts';

export interface MenuParts {
  readonly strings: Strings;
  readonly platform: NodeJS.Platform;
  /** True if this is not a release: then the developer tools are available. */
  readonly isDevelopment: boolean;
  readonly openSettings: () => void;
  readonly openHelp: () => void;
  readonly openAbout: () => void;
  readonly showCrashLog: () => void;
  readonly showCrashDumps: () => void;
  readonly saveReport: () => void;
  /** Changes the text size; undefined resets it. */
  readonly zoom: (step: -1 | 1 | undefined) => void;
  /** Checks for a new version; undefined if this build gets no updates. */
  readonly checkForUpdates: (() => void) | undefined;
}

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/**
 * The menu by each platform's convention: macOS has the app's own items under its name, the others under File and Help.
 */
export function menuTemplate(parts: MenuParts): Item[] {
  const { strings, openAbout } = parts;
  const isMac = parts.platform === 'darwin';
  const does = (role: RoleName): Item => ({ role, label: strings.roles[role] });
  const settings: Item = { label: strings.settings, accelerator: 'CmdOrCtrl+,', click: parts.openSettings };
  const about: Item = { label: strings.about, click: openAbout };
  const quit: Item = { role: 'quit', label: strings.quit };
  const help: Item[] = [
    { label: strings.openHelp, accelerator: 'F1', click: parts.openHelp },
    separator,
    ...updateItems(parts),
    { label: strings.saveReport, click: parts.saveReport },
    { label: strings.showCrashLog, click: parts.showCrashLog },
    { label: strings.showCrashDumps, click: parts.showCrashDumps },
    ...(isMac ? [] : [separator, about]),
  ];
  const own: Item[] = [
    about,
    separator,
    settings,
    separator,
    does('services'),
    separator,
    does('hide'),
    does('hideOthers'),
    does('unhide'),
    separator,
    quit,
  ];
  return [
    ...(isMac
      ? [
          { role: 'appMenu', label: 'Roomtone', submenu: own } satisfies Item,
          { role: 'fileMenu', label: strings.file, submenu: [does('close')] } satisfies Item,
        ]
      : [{ label: strings.file, submenu: [settings, separator, quit] }]),
    {
      role: 'editMenu',
      label: strings.edit,
      submenu: [
        ...[does('undo'), does('redo'), separator, does('cut'), does('copy'), does('paste')],
        ...[does('delete'), separator, does('selectAll')],
      ],
    },
    { label: strings.view, submenu: viewItems(parts, does) },
    { role: 'windowMenu', label: strings.window, submenu: [does('minimize'), ...(isMac ? [] : [does('close')])] },
    { role: 'help', label: strings.help, submenu: help },
  ];
}

function updateItems({ strings, checkForUpdates }: MenuParts): Item[] {
  return checkForUpdates === undefined ? [] : [{ label: strings.checkForUpdates, click: checkForUpdates }, separator];
}

/** Has no Reload: F5 and Ctrl+R are too easy to hit while playing. */
function viewItems({ isDevelopment, strings, zoom }: MenuParts, does: (role: RoleName) => Item): Item[] {
  const development: Item[] = isDevelopment ? [separator, { role: 'forceReload' }, { role: 'toggleDevTools' }] : [];
  // Not Electron's roles, which would forget the size and change only one window.
  const sizes: Item[] = [
    { label: strings.roles.resetZoom, accelerator: 'CmdOrCtrl+0', click: () => zoom(undefined) },
    { label: strings.roles.zoomIn, accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
    // The same key without Shift.
    { label: strings.roles.zoomIn, accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
    { label: strings.roles.zoomOut, accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
  ];
  return [...sizes, separator, does('togglefullscreen'), ...development];
}

/** The menu of the tray icon. */
export function trayTemplate(
  strings: Strings,
  actions: { readonly show: () => void; readonly quit: () => void },
): Item[] {
  return [{ label: strings.show, click: actions.show }, separator, { label: strings.quit, click: actions.quit }];
}
