import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from './updater.ts';

/** What is used of `electron-updater`. */
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

const channels = { stable: 'latest', beta: 'beta' } as const;

/** Releases by electron-updater, which is loaded with the first look. It checks checksums, and code signatures of the system. */
export function createElectronUpdates(load: () => Promise<ElectronUpdater>): UpdateSource {
  let loading: Promise<ElectronUpdater> | undefined;
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async check(channel) {
      const { autoUpdater } = await loaded();
      autoUpdater.autoDownload = false;
      // Nothing is installed but what has been found genuine, and what somebody has agreed to.
      autoUpdater.autoInstallOnAppQuit = false;
      autoUpdater.allowPrerelease = channel === 'beta';
      autoUpdater.channel = channels[channel];
      // Setting a channel allows it.
      autoUpdater.allowDowngrade = false;
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo : undefined;
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
      autoUpdater.quitAndInstall(false, true);
    },
  };
}
