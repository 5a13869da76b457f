import { BrowserWindow } from 'electron';
import { sendNews } from '../ipc/ipc.ts';
import type { Lifecycle } from '../shell/lifecycle.ts';

/**
 * Shows the settings in the window in front, so that a room is not left for them, otherwise in the app's own window.
 * @param hasSettings false for windows such as the help.
 */
export function openSettings(lifecycle: Lifecycle, hasSettings: (window: BrowserWindow) => boolean): void {
  const front = BrowserWindow.getFocusedWindow();
  const window = front !== null && hasSettings(front) ? front : lifecycle.window;
  // A page that is not loaded yet would miss the message.
  if (window === undefined) lifecycle.show('/#settings');
  else {
    if (window === lifecycle.window) lifecycle.show();
    sendNews(window.webContents, 'settings.open', null);
  }
}
