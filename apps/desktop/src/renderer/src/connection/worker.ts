import { RoomtoneClient } from '@roomtone/sdk';
import { type Handlers, handlersOf } from './calls.ts';
import { LobbyLine } from './lobby-line.ts';
import type { CallName, Calls, OwnNotes, PageMessage, WorkerMessage } from './messages.ts';
import { RoomLine } from './room-line.ts';
import { RoomTime } from './room-time.ts';
import { VaultTokenStore } from './vault-token-store.ts';
import { wireError } from './wire-error.ts';

// The connection worker: the SDK's client with its sockets, clock and playout, away from the page's main thread.

const post = (message: WorkerMessage) => self.postMessage(message);
const vault = new VaultTokenStore(post);
const line = new RoomLine((event) => post({ kind: 'room', event }));
const lobby = new LobbyLine((event) => post({ kind: 'lobby', event }));
const time = new RoomTime((event) => post({ kind: 'room', event }));
let client: RoomtoneClient | undefined;
let handlers: Handlers | undefined;

self.addEventListener('message', (event: MessageEvent<PageMessage>) => {
  const message = event.data;
  switch (message.kind) {
    case 'start':
      client = new RoomtoneClient({
        baseUrl: message.baseUrl,
        tokenStore: vault,
        onSessionEnded: () => post({ kind: 'session-ended' }),
      });
      handlers = handlersOf(client, line, time, lobby);
      line.drawTo(message.stage);
      time.showTo(message.beats);
      message.input.onmessage = (notes: MessageEvent<OwnNotes>) => line.play(notes.data);
      break;
    case 'audio':
      line.soundTo(message.port);
      break;
    case 'click':
      time.clickTo(message.port);
      break;
    case 'wake':
      client?.wake();
      break;
    case 'vault':
      vault.loaded(message.id, message.tokens);
      break;
    case 'call':
      answer(message);
      break;
  }
});

async function answer(call: Extract<PageMessage, { kind: 'call' }>): Promise<void> {
  try {
    // Name and argument belong together by the message's type; a union of functions cannot be called without a cast.
    const handler = handlers?.[call.name] as ((takes: unknown) => Promise<Calls[CallName]['gives']>) | undefined;
    if (handler === undefined) throw new Error('the worker was not started');
    post({ kind: 'answer', id: call.id, gives: await handler(call.takes) });
  } catch (error) {
    post({ kind: 'failure', id: call.id, error: wireError(error) });
  }
}
