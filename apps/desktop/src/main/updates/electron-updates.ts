import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from './updater.ts';

/** The part of `electron-updater` in use. */
export interface ElectronUpdater {
  readonly autoUpdater: Pick<
    AppUpdater,
    | 'allowDowngrade'
    | 'allowPrerelease'
    | 'autoDownload'
    | 'autoInstallOnAppQuit'
    | 'channel'
    | 'checkForUpdates'
    | 'downloadUpdate'
    | 'off'
    | 'on'
    | 'quitAndInstall'
  >;
  readonly CancellationToken: typeof import('electron-updater')['CancellationToken'];
}

export interface MakeWay {
  /** Stops what the next version would find in its way: the server's process and the lock of the one instance. */
  readonly makeWay: () => Promise<void>;
  /** Starts this version again, since the new one cannot be installed. */
  readonly restart: () => void;
}

const channels = { stable: 'latest', beta: 'beta' } as const;

/**
 * Releases by electron-updater, which is loaded on the first check. It verifies checksums and the system's code
 * signatures.
 */
export function createElectronUpdates(
  load: () => Promise<ElectronUpdater>,
  { makeWay, restart }: MakeWay,
): UpdateSource {
  let loading: Promise<ElectronUpdater> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async check(channel) {
      const { autoUpdater } = await loaded();
      autoUpdater.autoDownload = false;
      // Only a verified version is installed, and only after the user agrees.
      autoUpdater.autoInstallOnAppQuit = false;
      autoUpdater.allowPrerelease = channel === 'beta';
      autoUpdater.channel = channels[channel];
      // Setting a channel switches it on.
      autoUpdater.allowDowngrade = false;
      const found = await autoUpdater.checkForUpdates();
      // A copy unpacked from the tar.gz cannot replace itself, and is not asked about.
      if (found === null) return 'by hand';
      return found.isUpdateAvailable ? found.updateInfo : 'up to date';
    },
    async download(onProgress, signal) {
      const { autoUpdater, CancellationToken } = await loaded();
      const token = new CancellationToken();
      const cancel = () => token.cancel();
      const progressed = ({ percent }: { readonly percent: number }) => onProgress(percent / 100);
      signal.addEventListener('abort', cancel);
      autoUpdater.on('download-progress', progressed);
      try {
        const [path = ''] = await autoUpdater.downloadUpdate(token);
        return path;
      } finally {
        signal.removeEventListener('abort', cancel);
        autoUpdater.off('download-progress', progressed);
      }
    },
    async install() {
      const { autoUpdater } = await loaded();
      // An AppImage starts the new version before this one has ended.
      await makeWay();
      autoUpdater.on('error', restart);
      autoUpdater.quitAndInstall(false, true);
    },
  };
}
