import { BrowserWindow, type WebContents } from 'electron';

/**
 * The window of a page that was known earlier; undefined if it is closed by now. Asking Electron itself for the window of a
 * page that is gone throws.
 */
export function windowOf(contents: WebContents): BrowserWindow | undefined {
  if (contents.isDestroyed()) return undefined;
  const window = BrowserWindow.fromWebContents(contents);
  return window === null || window.isDestroyed() ? undefined : window;
}
