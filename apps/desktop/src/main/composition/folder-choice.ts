import type { Dialog, OpenDialogOptions, WebContents } from 'electron';
import { windowOf } from '../windows/window-of.ts';

/** Lets the user choose a folder in the system's dialog. */
export function createFolderChoice(
  dialog: Pick<Dialog, 'showOpenDialog'>,
): (contents: WebContents) => Promise<string | undefined> {
  const options: OpenDialogOptions = { properties: ['openDirectory'] };
  return async (contents) => {
    const window = windowOf(contents);
    const { canceled, filePaths } = await (window === undefined
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? undefined : filePaths[0];
  };
}
