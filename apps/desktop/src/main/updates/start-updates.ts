import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App, BrowserWindow } from 'electron';
import type { Strings } from '../strings.ts';
import type { ShowMessage } from '../windows/messages.ts';
import { createElectronUpdates } from './electron-updates.ts';
import { isSigned } from './update-signature.ts';
import { type UpdateChannel, Updater } from './updater.ts';

export interface UpdatesParts {
  readonly strings: Strings;
  readonly app: Pick<App, 'exit' | 'isPackaged' | 'getAppPath' | 'relaunch' | 'releaseSingleInstanceLock'>;
  /** Closes the window and stops the app's processes. */
  readonly finish: () => Promise<void>;
  readonly showMessage: ShowMessage;
  readonly windows: () => readonly Pick<BrowserWindow, 'setProgressBar'>[];
  readonly channel: () => UpdateChannel;
  readonly isInUse: () => boolean;
  readonly report: (problem: string) => void;
}

const firstCheckMs = 30_000;
const checkIntervalMs = 6 * 3_600_000;

export interface Updates {
  /** Checks at the user's request and shows the outcome. */
  check(): Promise<void>;
  /** Call it whenever the app's use may have begun or ended. */
  useChanged(): void;
}

/**
 * Checks for new versions soon after the start and then every six hours. Undefined for a build that is not a signed
 * release, which gets no updates.
 */
export function startUpdates({
  strings,
  app,
  showMessage,
  windows,
  report,
  finish,
  ...parts
}: UpdatesParts): Updates | undefined {
  const key = app.isPackaged ? keyIn(join(app.getAppPath(), 'package.json')) : undefined;
  if (key === undefined) return undefined;
  const updater = new Updater({
    ...parts,
    report,
    source: createElectronUpdates(async () => (await import('electron-updater')).default, {
      makeWay: async () => {
        await finish();
        app.releaseSingleInstanceLock();
      },
      restart: () => {
        app.relaunch();
        app.exit();
      },
    }),
    isGenuine: (path, release) => isSigned(path, release, key),
    discard: async (path) => rmSync(path, { force: true }),
    showProgress: (part) => {
      for (const window of windows()) window.setProgressBar(part ?? -1);
    },
    offer: async (version) => {
      const response = await showMessage({
        type: 'question',
        message: strings.updateIsHere({ version }),
        detail: strings.installing,
        buttons: [strings.installNow, strings.later],
        cancelId: 1,
      });
      return response === 0;
    },
  });
  setTimeout(() => void updater.check(), firstCheckMs);
  setInterval(() => void updater.check(), checkIntervalMs);
  return {
    useChanged: () => updater.useChanged(),
    async check() {
      const outcome = await updater.check();
      if (outcome === 'ready') return;
      await showMessage({ type: 'info', message: strings.updateOutcomes[outcome] });
    },
  };
}

/** The public key for releases, which packaging puts into the manifest. */
function keyIn(manifest: string): string | undefined {
  const { updateKey } = JSON.parse(readFileSync(manifest, 'utf8')) as { updateKey?: string };
  return updateKey;
}
