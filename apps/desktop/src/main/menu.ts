import type { MenuItemConstructorOptions } from 'electron';
import type { Settings } from './settings.ts';

export interface MenuParts {
  readonly platform: NodeJS.Platform;
  /** Whether this is no release: then pages can be looked into. */
  readonly isDevelopment: boolean;
  readonly settings: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly openAbout: () => void;
  readonly showCrashLog: () => void;
  /** Looks for a new version; undefined where there are none to be had. */
  readonly lookForUpdates: (() => void) | undefined;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menu as each platform has it: macOS puts the app's own items under its name, the others under File and Help. */
export function menuTemplate(parts: MenuParts): Items {
  const isMac = parts.platform === 'darwin';
  const preferences = preferenceItems(parts);
  const about: MenuItemConstructorOptions = { label: 'About Roomtone', click: parts.openAbout };
  const help: Items = [
    ...updateItems(parts),
    { label: 'Show the Crash Log', click: parts.showCrashLog },
    ...(isMac ? [] : [separator, about]),
  ];
  const first: MenuItemConstructorOptions = isMac
    ? {
        role: 'appMenu',
        label: 'Roomtone',
        submenu: [
          about,
          separator,
          ...preferences,
          separator,
          { role: 'services' },
          separator,
          { role: 'hide' },
          { role: 'hideOthers' },
          { role: 'unhide' },
          separator,
          { role: 'quit' },
        ],
      }
    : { label: '&File', submenu: [...preferences, separator, { role: 'quit' }] };
  return [
    first,
    ...(isMac ? [{ role: 'fileMenu' } satisfies MenuItemConstructorOptions] : []),
    { role: 'editMenu' },
    { label: '&View', submenu: viewItems(parts) },
    { role: 'windowMenu' },
    { role: 'help', label: '&Help', submenu: help },
  ];
}

function preferenceItems({ platform, settings, change }: MenuParts): Items {
  const choice = (label: string, name: 'notifications' | 'keepAwake' | 'keepInTray'): MenuItemConstructorOptions => ({
    label,
    type: 'checkbox',
    checked: settings[name],
    click: (item) => change({ [name]: item.checked }),
  });
  return [
    choice('Notifications', 'notifications'),
    choice('Keep the Screen Awake While Playing', 'keepAwake'),
    // On macOS apps stay without a window anyway.
    ...(platform === 'darwin' ? [] : [choice('Keep Running When the Window Is Closed', 'keepInTray')]),
  ];
}

function updateItems({ settings, change, lookForUpdates }: MenuParts): Items {
  if (lookForUpdates === undefined) return [];
  const choice = (label: string, updates: Settings['updates']): MenuItemConstructorOptions => ({
    label,
    type: 'radio',
    checked: settings.updates === updates,
    click: () => change({ updates }),
  });
  return [
    { label: 'Look for Updates…', click: lookForUpdates },
    {
      label: 'Updates',
      submenu: [choice('Finished Versions', 'stable'), choice('Betas, Too', 'beta'), choice('Never', 'off')],
    },
    separator,
  ];
}

/** No reloading by accident: F5 and Ctrl+R are too near to what is played. */
function viewItems({ isDevelopment }: MenuParts): Items {
  const development: Items = isDevelopment ? [separator, { role: 'forceReload' }, { role: 'toggleDevTools' }] : [];
  return [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    ...development,
  ];
}

/** What the tray's icon offers. */
export function trayTemplate(actions: { readonly show: () => void; readonly quit: () => void }): Items {
  return [{ label: 'Show Roomtone', click: actions.show }, separator, { label: 'Quit', click: actions.quit }];
}
