import type { App, Dialog } from 'electron';
import type { Strings } from '../strings.ts';
import type { CrashLog } from './crash-log.ts';

export interface StartFailureParts {
  readonly app: Pick<App, 'exit'>;
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
  readonly log: Pick<CrashLog, 'write' | 'path'>;
  readonly strings: Pick<Strings, 'startFailure' | 'seeLog'>;
}

/**
 * Ends an app that cannot start: without it, a process without a window would keep the lock that lets only one instance
 * run, and no later start would show anything.
 */
export function failToStart({ app, dialog, log, strings }: StartFailureParts, error: unknown): void {
  try {
    log.write('the app could not start', error);
    const reason = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox(strings.startFailure, `${reason}\n\n${strings.seeLog(log.path)}`);
  } finally {
    app.exit(1);
  }
}
