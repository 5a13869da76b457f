import type { MenuItemConstructorOptions } from 'electron';
import type { Settings } from '../settings/settings.ts';
import type { RoleName, Words } from '../words.ts';

export interface MenuParts {
  readonly words: Words;
  readonly platform: NodeJS.Platform;
  /** True if this is not a release: then the developer tools are available. */
  readonly isDevelopment: boolean;
  readonly settings: Settings;
  readonly change: (change: Partial<Settings>) => void;
  readonly openAbout: () => void;
  readonly showCrashLog: () => void;
  /** Checks for a new version; undefined if this build gets no updates. */
  readonly lookForUpdates: (() => void) | undefined;
}

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

/**
 * The menu by each platform's convention: macOS has the app's own items under its name, the others under File and Help.
 */
export function menuTemplate(parts: MenuParts): Item[] {
  const { words, openAbout, showCrashLog } = parts;
  const isMac = parts.platform === 'darwin';
  const does = (role: RoleName): Item => ({ role, label: words.roles[role] });
  const preferences = preferenceItems(parts);
  const about: Item = { label: words.about, click: openAbout };
  const quit: Item = { role: 'quit', label: words.quit };
  const help: Item[] = [
    ...updateItems(parts),
    { label: words.showCrashLog, click: showCrashLog },
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
          { role: 'fileMenu', label: words.file, submenu: [does('close')] } satisfies Item,
        ]
      : [{ label: words.file, submenu: [...preferences, separator, quit] }]),
    {
      role: 'editMenu',
      label: words.edit,
      submenu: [
        ...[does('undo'), does('redo'), separator, does('cut'), does('copy'), does('paste')],
        ...[does('delete'), separator, does('selectAll')],
      ],
    },
    { label: words.view, submenu: viewItems(parts, does) },
    { role: 'windowMenu', label: words.window, submenu: [does('minimize'), ...(isMac ? [] : [does('close')])] },
    { role: 'help', label: words.help, submenu: help },
  ];
}

function preferenceItems({ words, platform, settings, change }: MenuParts): Item[] {
  const choice = (name: 'notifications' | 'keepAwake' | 'keepInTray'): Item => ({
    label: words[name],
    type: 'checkbox',
    checked: settings[name],
    click: (item) => change({ [name]: item.checked }),
  });
  // On macOS apps keep running without a window anyway.
  return [choice('notifications'), choice('keepAwake'), ...(platform === 'darwin' ? [] : [choice('keepInTray')])];
}

function updateItems({ words, settings, change, lookForUpdates }: MenuParts): Item[] {
  if (lookForUpdates === undefined) return [];
  const choice = (updates: Settings['updates']): Item => ({
    label: words.updateChoices[updates],
    type: 'radio',
    checked: settings.updates === updates,
    click: () => change({ updates }),
  });
  return [
    { label: words.lookForUpdates, click: lookForUpdates },
    { label: words.updates, submenu: [choice('stable'), choice('beta'), choice('off')] },
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
export function trayTemplate(words: Words, actions: { readonly show: () => void; readonly quit: () => void }): Item[] {
  return [{ label: words.show, click: actions.show }, separator, { label: words.quit, click: actions.quit }];
}
