import { BrowserWindow, Menu, nativeTheme, screen, shell } from 'electron';
import type { KeepAwake } from '../hosting/keep-awake.ts';
import type { MidiProcess } from '../midi/midi-process.ts';
import type { Strings } from '../strings.ts';
import { contextMenuTemplate } from '../windows/context-menu.ts';
import type { ShowMessage } from '../windows/messages.ts';
import { openAboutWindow, openWindow, type WindowParts } from '../windows/window.ts';
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
        message: strings.openLink(hostname),
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
  return {
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
      window.on('closed', () => {
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
