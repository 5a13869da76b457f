import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import Value from 'typebox/value';
import { isAppUrl } from '../../shared/app-origin.ts';
import { type CallName, calls, type News, type NewsName, type Request, type Response } from '../../shared/ipc.ts';

/** What is done for each call; `sender` is the window that asks. */
export type CallHandlers = {
  readonly [Name in CallName]: (
    request: Request<Name>,
    sender: WebContents,
  ) => Response<Name> | Promise<Response<Name>>;
};

export interface IpcParts {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** Whether a window is at the app's own server. */
  readonly isHome: (window: WebContents) => boolean;
  /** Told of calls that were refused, and of handlers that failed. */
  readonly report: (problem: string, error?: unknown) => void;
}

/**
 * Answers the calls of the app's own pages: of their main frames alone, only with requests as they are to be, and in the
 * windows of other servers only what those need.
 */
export function answerCalls({ ipcMain, isHome, report }: IpcParts, handlers: CallHandlers): void {
  const answer = <Name extends CallName>(name: Name) =>
    ipcMain.handle(name, async (event, ...args: unknown[]) => {
      if (!isOwnPage(event)) throw refuse(`${name} from ${event.senderFrame?.url ?? 'a frame that is gone'}`);
      if (calls[name].from === 'home' && !isHome(event.sender)) throw refuse(`${name} from another server’s window`);
      if (args.length !== 1 || !isRequest(name, args[0])) throw refuse(`${name} with a malformed request`);
      try {
        return await handlers[name](args[0], event.sender);
      } catch (error) {
        report(`${name} failed`, error);
        // What went wrong inside is for the log alone.
        throw new Error(`${name} failed`);
      }
    });
  const refuse = (what: string) => {
    report(`refused ${what}`);
    return new Error('refused');
  };
  for (const name of Object.keys(calls) as CallName[]) answer(name);
}

/** Tells a window of something. */
export function tell<Name extends NewsName>(window: Pick<WebContents, 'send'>, name: Name, told: News<Name>): void {
  window.send(name, told);
}

function isOwnPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}

function isRequest<Name extends CallName>(name: Name, value: unknown): value is Request<Name> {
  return Value.Check(calls[name].request, value);
}
