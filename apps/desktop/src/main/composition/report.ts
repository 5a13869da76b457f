import { homedir, release, totalmem } from 'node:os';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import type { Hosting } from '../hosting/hosting.ts';
import type { CrashLog } from '../processes/crash-log.ts';
import { crashReport } from '../processes/crash-report.ts';
import type { SettingsFile } from '../settings/settings.ts';
import { saveReport } from '../shell/save-report.ts';
import type { Strings } from '../strings.ts';
import type { ShowMessage } from '../windows/messages.ts';

export interface ReportParts {
  readonly crashLog: CrashLog;
  readonly hosting: Hosting;
  readonly settings: SettingsFile;
  readonly strings: Strings;
  readonly showMessage: ShowMessage;
  readonly window: () => BrowserWindow | undefined;
}

const bytesPerGib = 1024 ** 3;

/** Returns a function that asks where to save a crash report, and saves it. */
export function createReportSaver({ crashLog, hosting, settings, ...parts }: ReportParts): () => Promise<void> {
  const text = () =>
    crashReport({
      facts: {
        Roomtone: app.getVersion(),
        Installed: app.isPackaged ? 'yes' : 'no',
        Electron: process.versions['electron'] ?? 'none',
        Chromium: process.versions['chrome'] ?? 'none',
        Node: process.versions.node,
        System: `${process.platform} ${release()} ${process.arch}`,
        Session: process.env['XDG_SESSION_TYPE'] ?? 'not known',
        Languages: app.getPreferredSystemLanguages().join(', '),
        Memory: `${Math.round(totalmem() / bytesPerGib)} GiB`,
        Server: hosting.state.status,
        Hosting: hosting.fingerprint === undefined ? 'no' : 'yes',
      },
      settings: settings.settings,
      logPath: crashLog.path,
      serverLog: hosting.log,
      home: homedir(),
      now: new Date(),
    });
  return () => saveReport({ ...parts, dialog, shell, folder: app.getPath('documents'), text, now: () => new Date() });
}
