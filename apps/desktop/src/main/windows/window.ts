import { type Language, pagePath } from '@roomtone/words';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { appOrigin } from '../../shared/app-origin.ts';
import type { WindowState } from '../settings/remembered.ts';
import { type Strings, stringsFor } from '../strings.ts';
import { type NavigationParts, restrictNavigation } from './navigation.ts';
import { minimumSize, openingBounds } from './window-bounds.ts';

export interface WindowParts extends NavigationParts {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly preload: string;
  /** Of the screens, the main one first. */
  readonly workAreas: () => readonly Rectangle[];
  readonly last: () => WindowState | null;
  readonly remember: (state: WindowState) => void;
}

/** The restrictions on every page: no Node, and its own process behind the bridge. */
const sandboxed = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const;

/** The background of the pages, so that nothing flashes before they are drawn. */
const backgroundColors = { dark: '#15110e', light: '#f4eee4' } as const;

export interface WindowStart {
  readonly path: string;
  /** The partition of the server it shows; the app's own by default. */
  readonly partition?: string;
  readonly isDark: boolean;
}

/** Opens one of the app's windows with its last bounds. */
export function openWindow(parts: WindowParts, { path, partition, isDark }: WindowStart): BrowserWindow {
  const last = parts.last();
  const window = parts.create({
    ...openingBounds(last, parts.workAreas()),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Roomtone',
    show: false,
    backgroundColor: isDark ? backgroundColors.dark : backgroundColors.light,
    webPreferences: {
      ...sandboxed,
      preload: parts.preload,
      // Music continues behind other windows.
      backgroundThrottling: false,
      // The first key on a MIDI keyboard sounds, without a click on the window.
      autoplayPolicy: 'no-user-gesture-required',
      ...(partition === undefined ? {} : { partition }),
    },
  });
  restrictNavigation(window.webContents, parts);
  showOnce(window, () => {
    // Either would show the window, so neither is called earlier.
    if (last?.isMaximized) window.maximize();
    if (last?.isFullScreen) window.setFullScreen(true);
    window.show();
  });
  window.on('close', () =>
    parts.remember({
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    }),
  );
  void window.loadURL(`${appOrigin}${path}`);
  return window;
}

/** How long a window waits for its first picture before it is shown anyway, ms. */
const latestShowMs = 2_000;

/**
 * Shows a window once its page is drawn. On Wayland 'ready-to-show' may never come (electron/electron#48859), so the
 * window is also shown when its page has loaded, and at the latest after two seconds.
 */
function showOnce(window: BrowserWindow, show: () => void): void {
  const showNow = () => {
    clearTimeout(timer);
    window.off('ready-to-show', showNow);
    window.webContents.off('did-finish-load', showNow);
    show();
  };
  const timer = setTimeout(showNow, latestShowMs);
  window.once('ready-to-show', showNow);
  window.webContents.once('did-finish-load', showNow);
  window.once('closed', () => clearTimeout(timer));
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Opens the page about the app and its components. It has no bridge. */
export function openAboutWindow(
  parts: Pick<WindowParts, 'create'> & NavigationParts,
  { about: title, language }: Pick<Strings, 'about' | 'language'>,
  above: BrowserWindow | undefined,
) {
  return openDocument(parts, pagePath('about', language), {
    ...{ width: 720, height: 760, title, minimizable: false, maximizable: false, fullscreenable: false },
    ...(above === undefined ? {} : { parent: above }),
  });
}

/** Opens the help, to be read beside a room. It has no bridge and needs no network. */
export function openHelpWindow(parts: Pick<WindowParts, 'create'> & NavigationParts, language: Language) {
  const { openHelp: title } = stringsFor([language]);
  return openDocument(parts, pagePath('help', language), { width: 860, height: 760, title });
}

function openDocument(
  parts: Pick<WindowParts, 'create'> & NavigationParts,
  path: string,
  options: BrowserWindowConstructorOptions,
) {
  const window = parts.create({ ...options, autoHideMenuBar: true, webPreferences: { ...sandboxed } });
  restrictNavigation(window.webContents, parts);
  void window.loadURL(`${appOrigin}${path}`);
  return window;
}
