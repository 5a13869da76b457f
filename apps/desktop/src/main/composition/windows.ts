import { BrowserWindow, nativeTheme, screen, shell } from 'electron';
import type { KeepAwake } from '../hosting/keep-awake.ts';
import type { MidiProcess } from '../midi/midi-process.ts';
import type { Strings } from '../strings.ts';
import { openAboutWindow, openWindow, type WindowParts } from '../windows/window.ts';
import { workAreasOf } from '../windows/window-bounds.ts';

export interface CreateWindowsParts {
  readonly preload: string;
  readonly midi: MidiProcess<Electron.WebContents>;
  readonly keepAwake: KeepAwake;
  /** Watches a window's process for crashes. */
  readonly watchPage: (window: BrowserWindow) => void;
  readonly report: (problem: string) => void;
}

export function createWindows({ preload, midi, keepAwake, watchPage, report }: CreateWindowsParts) {
  const outside = { openOutside: (url: string) => void shell.openExternal(url), report };
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
      watchPage(window);
      return window;
    },
    openAbout: (strings: Strings, parent: BrowserWindow | undefined) =>
      openAboutWindow({ ...outside, create }, strings, parent),
  };
}
