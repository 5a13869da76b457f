import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BaseWindow, Dialog, Shell } from 'electron';
import type { Strings } from '../strings.ts';
import type { ShowMessage } from '../windows/messages.ts';

export interface SaveReportParts<Window extends BaseWindow> {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  readonly shell: Pick<Shell, 'showItemInFolder'>;
  readonly window: () => Window | undefined;
  /** The folder that is suggested. */
  readonly folder: string;
  readonly text: () => string;
  readonly now: () => Date;
  readonly strings: Pick<Strings, 'saveReport' | 'reportSaved' | 'reportNotSaved' | 'showFile' | 'close'>;
  readonly showMessage: ShowMessage;
}

/** Saves the crash report where the user wants it, and says where it is. */
export async function saveReport<Window extends BaseWindow>(parts: SaveReportParts<Window>): Promise<void> {
  const { dialog, shell, strings, showMessage } = parts;
  const options = {
    title: strings.saveReport,
    defaultPath: join(parts.folder, `roomtone-report-${parts.now().toISOString().slice(0, 10)}.txt`),
    filters: [{ name: 'Text', extensions: ['txt'] }],
  };
  const window = parts.window();
  const { canceled, filePath } = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === '') return;
  try {
    writeFileSync(filePath, parts.text(), { mode: 0o600 });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    await showMessage({ type: 'warning', message: strings.reportNotSaved, detail });
    return;
  }
  const buttons = [strings.showFile, strings.close];
  const response = await showMessage({
    type: 'info',
    message: strings.reportSaved,
    detail: filePath,
    buttons,
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) shell.showItemInFolder(filePath);
}
