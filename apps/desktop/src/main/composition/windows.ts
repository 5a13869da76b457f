import type { Language } from '@roomtone/words';
import { BrowserWindow, Menu, nativeTheme, screen, shell } from 'electron';
import type { TextSize } from '../../shared/app-settings.ts';
import type { KeepAwake } from '../hosting/keep-awake.ts';
import type { MidiProcess } from '../midi/midi-process.ts';
import type { Strings } from '../strings.ts';
import { contextMenuTemplate } from '../windows/context-menu.ts';
import type { ShowMessage } from '../windows/messages.ts';
import { keepTextSize } from '../windows/text-size.ts';
import { bringToFront, openAboutWindow, openHelpWindow, openWindow, type WindowParts } from '../windows/window.ts';
import { workAreasOf } from '../windows/window-bounds.ts';

export interface CreateWindowsParts {
  readonly preload: string;
  readonly midi: MidiProcess<Electron.WebContents>;
  readonly keepAwake: KeepAwake;
  readonly strings: Strings;
  readonly showMessage: ShowMessage;
  /** Watches a window's process for crashes. */
  readonly watchPage: (window: BrowserWindow) => void;
  readonly report: (problem: string) => void;
  readonly textSize: () => TextSize;
}

/** An address of this many characters can be read in a message. */
const shownAddressLength = 300;

export function createWindows(parts: CreateWindowsParts) {
  const { preload, midi, keepAwake, strings, showMessage, watchPage, report } = parts;
  const outside = {
    openOutside: (url: string) => void shell.openExternal(url),
    askToOpen: async ({ hostname, href }: URL) => {
      const response = await showMessage({
        type: 'question',
        message: strings.openLink({ host: hostname }),
        detail: href.length > shownAddressLength ? `${href.slice(0, shownAddressLength)}…` : href,
        buttons: [strings.open, strings.cancel],
        defaultId: 1,
        cancelId: 1,
      });
      return response === 0;
    },
    report,
  };
  const create = (options: Electron.BrowserWindowConstructorOptions) => new BrowserWindow(options);
  /** The windows that show a server. */
  const shown = new Map<BrowserWindow, { readonly apply: () => void }>();
  let help: BrowserWindow | undefined;
  return {
    has: (window: BrowserWindow) => shown.has(window),
    applyTextSize: () => {
      for (const { apply } of shown.values()) apply();
    },
    openHelp: (language: Language) => {
      if (help !== undefined) {
        bringToFront(help);
        return;
      }
      help = openHelpWindow({ ...outside, create }, language);
      help.on('closed', () => {
        help = undefined;
      });
    },
    open: (
      page: { readonly path: string; readonly partition?: string },
      bounds: Pick<WindowParts, 'last' | 'remember'>,
    ): BrowserWindow => {
      const window = openWindow(
        { ...outside, ...bounds, create, preload, workAreas: () => workAreasOf(screen) },
        { ...page, isDark: nativeTheme.shouldUseDarkColors },
      );
      const { id, webContents } = window;
      window.on('focus', () => midi.focused(webContents));
      shown.set(window, keepTextSize(webContents, parts.textSize));
      window.on('closed', () => {
        shown.delete(window);
        keepAwake.playing(id, false);
        midi.closed(webContents);
      });
      webContents.on('context-menu', (_event, params) => {
        const template = contextMenuTemplate(strings, params);
        if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
      });
      watchPage(window);
      return window;
    },
    openAbout: (parent: BrowserWindow | undefined) => openAboutWindow({ ...outside, create }, strings, parent),
  };
}
