import type { MenuItemConstructorOptions } from 'electron';
import type { Settings } from '../settings/settings.ts';
import type { RoleName, Strings } from '../strings.ts';

export interface MenuParts {
  readonly strings: Strings;
  readonly platform: NodeJS.Platform;
  /** True if this is not a release: then the developer tools are available. */
  readonly isDevelopment: boolean;
  readonly settings: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly openAbout: () => void;
  readonly showCrashLog: () => void;
  /** Checks for a new version; undefined if this build gets no updates. */
  readonly checkForUpdates: (() => void) | undefined;
}

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/**
 * The menu by each platform's convention: macOS has the app's own items under its name, the others under File and Help.
 */
export function menuTemplate(parts: MenuParts): Item[] {
  const { strings, openAbout, showCrashLog } = parts;
  const isMac = parts.platform === 'darwin';
  const does = (role: RoleName): Item => ({ role, label: strings.roles[role] });
  const preferences = preferenceItems(parts);
  const about: Item = { label: strings.about, click: openAbout };
  const quit: Item = { role: 'quit', label: strings.quit };
  const help: Item[] = [
    ...updateItems(parts),
    { label: strings.showCrashLog, click: showCrashLog },
    ...(isMac ? [] : [separator, about]),
  ];
  const own: Item[] = [
    about,
    separator,
    ...preferences,
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
      : [{ label: strings.file, submenu: [...preferences, separator, quit] }]),
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

function preferenceItems({ strings, platform, settings, change }: MenuParts): Item[] {
  const choice = (name: 'notifications' | 'keepAwake' | 'keepInTray'): Item => ({
    label: strings[name],
    type: 'checkbox',
    checked: settings[name],
    click: (item) => change({ [name]: item.checked }),
  });
  // On macOS apps keep running without a window anyway.
  return [choice('notifications'), choice('keepAwake'), ...(platform === 'darwin' ? [] : [choice('keepInTray')])];
}

function updateItems({ strings, settings, change, checkForUpdates }: MenuParts): Item[] {
  if (checkForUpdates === undefined) return [];
  const choice = (updates: Settings['updates']): Item => ({
    label: strings.updateChoices[updates],
    type: 'radio',
    checked: settings.updates === updates,
    click: () => change({ updates }),
  });
  return [
    { label: strings.checkForUpdates, click: checkForUpdates },
    { label: strings.updates, submenu: [choice('stable'), choice('beta'), choice('off')] },
    separator,
  ];
}

/** Has no Reload: F5 and Ctrl+R are too easy to hit while playing. */
function viewItems({ isDevelopment }: MenuParts, does: (role: RoleName) => Item): Item[] {
  const development: Item[] = isDevelopment ? [separator, { role: 'forceReload' }, { role: 'toggleDevTools' }] : [];
  const zoom = [does('resetZoom'), does('zoomIn'), does('zoomOut')];
  return [...zoom, separator, does('togglefullscreen'), ...development];
}

/** The menu of the tray icon. */
export function trayTemplate(
  strings: Strings,
  actions: { readonly show: () => void; readonly quit: () => void },
): Item[] {
  return [{ label: strings.show, click: actions.show }, separator, { label: strings.quit, click: actions.quit }];
}
