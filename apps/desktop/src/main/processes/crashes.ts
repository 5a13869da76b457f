import type { App, BrowserWindow } from 'electron';
import type { CrashLog } from './crash-log.ts';

/** A page that dies again within this time is not simply loaded again. */
const againMs = 10_000;

export interface CrashParts {
  readonly app: Pick<App, 'on'>;
  readonly log: CrashLog;
  readonly nowMs: () => number;
  /** Tells people that a window's page has died twice in a row. */
  readonly pageKeepsDying: () => void;
}

/** Writes down the processes of the app that die; a page that does comes back. */
export function watchProcesses({ app, log, nowMs, pageKeepsDying }: CrashParts): (window: BrowserWindow) => void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName }) => {
    if (reason !== 'clean-exit') log.write(`${serviceName ?? type} process gone: ${reason} (${exitCode})`);
  });
  let lastMs = Number.NEGATIVE_INFINITY;
  return (window) => {
    window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      if (reason === 'clean-exit') return;
      log.write(`page gone: ${reason} (${exitCode})`);
      const isAgain = nowMs() - lastMs < againMs;
      lastMs = nowMs();
      if (isAgain) pageKeepsDying();
      else window.webContents.reload();
    });
  };
}
