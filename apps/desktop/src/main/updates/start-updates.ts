import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App, BrowserWindow, Dialog } from 'electron';
import { createElectronUpdates } from './electron-updates.ts';
import { isSigned } from './update-signature.ts';
import { type UpdateChannel, type UpdateOutcome, Updater } from './updater.ts';

export interface UpdatesParts {
  readonly app: Pick<App, 'isPackaged' | 'getAppPath'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly windows: () => readonly Pick<BrowserWindow, 'setProgressBar'>[];
  readonly channel: () => UpdateChannel;
  readonly isSession: () => boolean;
  readonly report: (problem: string) => void;
}

const firstLookMs = 30_000;
const lookEveryMs = 6 * 3_600_000;

/** Updates as the app has them. */
export interface Updates {
  /** Looks because somebody asked, and says what came of it. */
  look(): Promise<void>;
  /** To be called when a session may have begun. */
  sessionChanged(): void;
}

/** Looks for new versions soon and then every six hours. Undefined for what is no signed release: that has none. */
export function startUpdates({ app, dialog, windows, report, ...parts }: UpdatesParts): Updates | undefined {
  const key = app.isPackaged ? keyIn(join(app.getAppPath(), 'package.json')) : undefined;
  if (key === undefined) return undefined;
  const updater = new Updater({
    ...parts,
    report,
    source: createElectronUpdates(async () => (await import('electron-updater')).default),
    isGenuine: (path, release) => isSigned(path, release, key),
    discard: async (path) => rmSync(path, { force: true }),
    showProgress: (part) => {
      for (const window of windows()) window.setProgressBar(part ?? -1);
    },
    offer: async (version) => {
      const { response } = await dialog.showMessageBox({
        type: 'question',
        title: 'Roomtone',
        message: `Roomtone ${version} is here.`,
        detail: 'Installing it takes a moment and starts the app again.',
        buttons: ['Install Now', 'Later'],
        cancelId: 1,
      });
      return response === 0;
    },
  });
  setTimeout(() => void updater.look(), firstLookMs);
  setInterval(() => void updater.look(), lookEveryMs);
  return {
    sessionChanged: () => updater.sessionChanged(),
    async look() {
      const message = words[await updater.look()];
      if (message !== undefined) await dialog.showMessageBox({ type: 'info', title: 'Roomtone', message });
    },
  };
}

/** The public key of the releases, which the release has put there. */
function keyIn(manifest: string): string | undefined {
  const { updateKey } = JSON.parse(readFileSync(manifest, 'utf8')) as { updateKey?: string };
  return updateKey;
}

/** Where somebody has asked; what is ready has been offered. */
const words: Readonly<Record<UpdateOutcome, string | undefined>> = {
  off: 'Updates are switched off.',
  'in session': 'Not during a session: leave the room and stop hosting first.',
  'up to date': 'This is the newest version.',
  ready: undefined,
  interrupted: 'A session began, so the download stopped. It goes on afterwards.',
  failed: 'It could not be found out. What happened is in the crash log.',
};
