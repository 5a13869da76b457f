import type { App } from 'electron';
import type { Strings } from '../strings.ts';
import type { ShowMessage } from '../windows/messages.ts';

export interface OfferToMoveParts {
  readonly app: Pick<App, 'isPackaged'> & Partial<Pick<App, 'isInApplicationsFolder' | 'moveToApplicationsFolder'>>;
  readonly platform: NodeJS.Platform;
  readonly executable: string;
  readonly strings: Pick<Strings, 'moveToApplications' | 'whyMove' | 'move' | 'later'>;
  readonly showMessage: ShowMessage;
  readonly report: (problem: string, error?: unknown) => void;
}

/**
 * Offers an app that macOS runs from its disk image to move itself to Applications: it cannot be updated from there, and
 * macOS may run it from a copy with another path each time. Moving restarts it.
 */
export async function offerToMove({ app, platform, executable, strings, ...parts }: OfferToMoveParts): Promise<void> {
  const isOnImage = executable.startsWith('/Volumes/') || executable.includes('/AppTranslocation/');
  if (platform !== 'darwin' || !app.isPackaged || !isOnImage || app.isInApplicationsFolder?.() !== false) return;
  const response = await parts.showMessage({
    type: 'question',
    message: strings.moveToApplications,
    detail: strings.whyMove,
    buttons: [strings.move, strings.later],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) return;
  try {
    app.moveToApplicationsFolder?.();
  } catch (error) {
    parts.report('the app could not be moved to Applications', error);
  }
}
