import { BrowserWindow, type Dialog, type OpenDialogOptions, type WebContents } from 'electron';

/** Lets the user choose a folder in the system's dialog. */
export function createFolderChoice(
  dialog: Pick<Dialog, 'showOpenDialog'>,
): (contents: WebContents) => Promise<string | undefined> {
  const options: OpenDialogOptions = { properties: ['openDirectory'] };
  return async (contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    return canceled ? undefined : filePaths[0];
  };
}
