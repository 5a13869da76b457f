import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import Value from 'typebox/value';
import { isAppUrl } from '../../shared/app-origin.ts';
import { type CallName, calls, type News, type NewsName, type Request, type Response } from '../../shared/ipc.ts';

/** The handler of each call; `sender` is the calling window. */
export type CallHandlers = {
  readonly [Name in CallName]: (
    request: Request<Name>,
    sender: WebContents,
  ) => Response<Name> | Promise<Response<Name>>;
};

export interface IpcParts {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  /** True if the window shows the app's own server. */
  readonly isHome: (window: WebContents) => boolean;
  /** Called for refused calls and failed handlers. */
  readonly report: (problem: string, error?: unknown) => void;
}

/**
 * Answers calls from the main frames of the app's own pages, if the request matches its schema. Windows of other servers
 * may make only the calls they need.
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
        // Details go to the log, not to the page.
        throw new Error(`${name} failed`);
      }
    });
  const refuse = (what: string) => {
    report(`refused ${what}`);
    return new Error('refused');
  };
  for (const name of Object.keys(calls) as CallName[]) answer(name);
}

/** Sends news to a window. */
export function sendNews<Name extends NewsName>(
  window: Pick<WebContents, 'send'>,
  name: Name,
  payload: News<Name>,
): void {
  window.send(name, payload);
}

function isOwnPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}

function isRequest<Name extends CallName>(name: Name, value: unknown): value is Request<Name> {
  return Value.Check(calls[name].request, value);
}
