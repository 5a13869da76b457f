import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../shared/ipc.ts';
import { answerCalls, type CallHandlers } from './ipc.ts';

type Invoked = (event: IpcMainInvokeEvent, ...args: unknown[]) => Promise<unknown>;

const handled = new Map<string, Invoked>();
const acted: unknown[] = [];
const reported: string[] = [];
/** The app's own window, and a window of another server. */
const [home, elsewhere] = [{} as WebContents, {} as WebContents];

beforeEach(() => {
  handled.clear();
  acted.length = 0;
  reported.length = 0;
  const act = (request: unknown) => {
    acted.push(request);
    return null;
  };
  const nothing = () => {
    throw new Error('secret path /home/ada');
  };
  const failing = Object.fromEntries(Object.keys(calls).map((name) => [name, nothing]));
  const handlers = { ...failing, 'tokens.save': act, 'text.copy': act, 'awake.keep': act, 'servers.goTo': act };
  answerCalls(
    {
      ipcMain: { handle: (channel, listener) => void handled.set(channel, listener as Invoked) },
      isHome: (window) => window === home,
      report: (problem) => reported.push(problem),
    },
    // Every name is there; these tests do not depend on the types.
    handlers as unknown as CallHandlers,
  );
});

/** A call, in the form in which Electron delivers it. */
function invoke(channel: string, url: string | null, ...args: unknown[]): Promise<unknown> {
  const frame = url === null ? null : { url, parent: null };
  return invokeFrom(channel, frame, ...args);
}

function invokeFrom(channel: string, senderFrame: object | null, ...args: unknown[]): Promise<unknown> {
  return invokeIn(home, channel, senderFrame, ...args);
}

function invokeIn(
  sender: WebContents,
  channel: string,
  senderFrame: object | null,
  ...args: unknown[]
): Promise<unknown> {
  // Electron alone can make a whole event; these are the fields that are read.
  const event = { senderFrame, sender } as unknown as IpcMainInvokeEvent;
  return handled.get(channel)?.(event, ...args) ?? Promise.reject(new Error('no such channel'));
}

const own = 'app://roomtone/rooms/AbC';

describe('calls from pages', () => {
  it('are answered for the app’s own pages, with one handler per channel', async () => {
    expect([...handled.keys()].sort()).toEqual(Object.keys(calls).sort());
    expect(await invoke('text.copy', own, 'hello')).toBeNull();
    expect(acted).toEqual(['hello']);
  });

  it('are refused for every other sender, and logged', async () => {
    const senders = [
      'http://127.0.0.1:7420/',
      'https://roomtone/',
      'app://roomtone.evil/',
      'app://evil/',
      'app://x@roomtone/',
      'file:///index.html',
      'about:blank',
      '',
      null,
    ];
    for (const url of senders) await expect(invoke('text.copy', url, 'x'), String(url)).rejects.toThrow('refused');
    expect(acted).toEqual([]);
    expect(reported).toHaveLength(senders.length);
  });

  it('are refused for frames inside the app’s own pages', async () => {
    await expect(invokeFrom('text.copy', { url: own, parent: { url: own } }, 'x')).rejects.toThrow('refused');
  });

  it('are refused if the request does not match its schema', async () => {
    const malformed: [string, ...unknown[]][] = [
      ['text.copy'],
      ['text.copy', 'a', 'b'],
      ['text.copy', { toString: 'x' }],
      ['text.copy', 'x'.repeat(10_001)],
      ['awake.keep', 1],
      ['host.open', 'everybody'],
      ['app.change', { textSize: 105 }],
      ['app.change', { port: 1 }],
      ['tokens.load', { server: 'key:other' }],
      ['tokens.save', { server: 'key:other', tokens: null, lasting: true }],
      ['tokens.save', { tokens: { refreshToken: '', userId: 'u' }, lasting: true }],
      ['servers.goTo', 'x'.repeat(2_001)],
      ['servers.trust', { address: 'https://studio:7420', fingerprint: 'short' }],
      ['host.addPerson', { username: 'ada', password: 'x', roles: ['admin'] }],
    ];
    for (const [channel, ...args] of malformed) {
      await expect(invoke(channel, own, ...args), JSON.stringify([channel, args]).slice(0, 90)).rejects.toThrow(
        'refused',
      );
    }
    expect(acted).toEqual([]);
  });

  it('about the app itself, other servers, opened files and hosting are only for the app’s own window', async () => {
    const frame = { url: own, parent: null };
    const names = Object.keys(calls) as (keyof typeof calls)[];
    const forHome = names.filter((name) => calls[name].from === 'home');
    expect(forHome.filter((name) => !/^(app|servers|files|host)\./.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('host.') && !forHome.includes(name))).toEqual([]);
    for (const name of forHome) {
      await expect(invokeIn(elsewhere, name, frame, null), name).rejects.toThrow('refused');
    }
    expect(await invokeIn(elsewhere, 'text.copy', frame, 'fine')).toBeNull();
    expect(await invokeIn(home, 'servers.goTo', frame, 'studio')).toBeNull();
  });

  it('reveal no internals to the page when they fail', async () => {
    await expect(invoke('notice.show', own, { title: 'a', body: 'b' })).rejects.toThrow(/^notice\.show failed$/);
    expect(reported).toEqual(['notice.show failed']);
  });
});
