import type { App, BrowserWindow } from 'electron';
import type { CrashLog } from './crash-log.ts';

/** A page that crashes twice within this time is reloaded only after the user has been told. */
const againMs = 10_000;

export interface CrashParts {
  readonly app: Pick<App, 'on'>;
  readonly log: CrashLog;
  readonly nowMs: () => number;
  /** Reports that a window's page has crashed twice in a row. */
  readonly onRepeatedCrash: () => void;
}

/** Logs processes of the app that crash, and reloads a page that does. */
export function watchProcesses({ app, log, nowMs, onRepeatedCrash }: CrashParts): (window: BrowserWindow) => void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    // `serviceName` is the same for every utility process.
    if (reason !== 'clean-exit') log.write(`${name ?? type} process gone: ${reason} (${exitCode})`);
  });
  let lastMs = Number.NEGATIVE_INFINITY;
  return (window) => {
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return;
      log.write(`page gone: ${reason} (${exitCode})`);
      const isAgain = nowMs() - lastMs < againMs;
      lastMs = nowMs();
      if (isAgain) onRepeatedCrash();
      else if (!window.isDestroyed()) window.webContents.reload();
    });
  };
}
