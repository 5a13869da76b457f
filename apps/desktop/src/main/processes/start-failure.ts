import type { App, Dialog } from 'electron';
import type { Strings } from '../strings.ts';
import type { CrashLog } from './crash-log.ts';

export interface StartFailureParts {
  readonly app: Pick<App, 'exit'>;
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
  readonly log: Pick<CrashLog, 'write' | 'path'>;
  readonly strings: Pick<Strings, 'startFailure' | 'hasToClose' | 'seeLog'>;
}

/**
 * Ends an app that cannot start: without it, a process without a window would keep the lock that lets only one instance
 * run, and no later start would show anything.
 */
export function failToStart(parts: StartFailureParts, error: unknown): void {
  end(parts, 'the app could not start', parts.strings.startFailure, error);
}

/** Ends an app whose main process is in a state that nobody knows. */
export function failWhileRunning(parts: StartFailureParts, error: unknown): void {
  end(parts, 'uncaught exception in the main process', parts.strings.hasToClose, error);
}

function end({ app, dialog, log, strings }: StartFailureParts, what: string, title: string, error: unknown): void {
  try {
    log.write(what, error);
    const reason = error instanceof Error ? error.message : String(error);
    dialog.showErrorBox(title, `${reason}\n\n${strings.seeLog({ path: log.path })}`);
  } finally {
    app.exit(1);
  }
}
