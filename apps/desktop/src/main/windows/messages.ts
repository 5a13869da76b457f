import type { BaseWindow, Dialog, MessageBoxOptions } from 'electron';

export interface MessageParts<Window extends BaseWindow> {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** The window that a message belongs to: the one in front, or the main one; undefined if none is open. */
  readonly window: () => Window | undefined;
}

/** Shows a message and resolves with the number of the button that was pressed. */
export type ShowMessage = (options: Omit<MessageBoxOptions, 'title'>) => Promise<number>;

/**
 * Shows messages above a window. On macOS a message without one stops the whole main process, and with it the server,
 * until it is answered.
 */
export function createMessages<Window extends BaseWindow>({ dialog, window }: MessageParts<Window>): ShowMessage {
  return async (options) => {
    const shown = { title: 'Roomtone', ...options };
    const parent = window();
    const { response } = await (parent === undefined
      ? dialog.showMessageBox(shown)
      : dialog.showMessageBox(parent, shown));
    return response;
  };
}
