import { RoomtoneClient, type StoredTokens, type TokenStore } from '@roomtone/sdk';
import type { CallName, Calls, OwnNotes, PageMessage, VaultTokens, WorkerMessage } from '../contract/messages.ts';
import { type Handlers, handlersOf } from './calls.ts';
import { CurrentLobby } from './current-lobby.ts';
import { CurrentRoom } from './current-room.ts';
import { Keyboards } from './keyboards.ts';
import { LearnedControls } from './learned-controls.ts';
import { MidiDevices } from './midi-devices.ts';
import { PagePeers } from './page-peers.ts';
import { RoomDirect } from './room-direct.ts';
import { RoomLoops } from './room-loops.ts';
import { RoomTime } from './room-time.ts';
import { wireError } from './wire-error.ts';

/** A token store for workers, which have no local storage: it asks the page to use its vault. */
class VaultTokenStore implements TokenStore {
  readonly #post: (message: WorkerMessage) => void;
  readonly #loading = new Map<number, (tokens: VaultTokens | null) => void>();
  #lastId = 0;

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  async load(): Promise<StoredTokens | undefined> {
    this.#lastId++;
    const id = this.#lastId;
    const tokens = await new Promise<VaultTokens | null>((resolve) => {
      this.#loading.set(id, resolve);
      this.#post({ kind: 'vault', id, action: 'load' });
    });
    return tokens ?? undefined;
  }

  /** Handles the page's answer to a load. */
  loaded(id: number, tokens: VaultTokens | null): void {
    this.#loading.get(id)?.(tokens);
    this.#loading.delete(id);
  }

  async save(tokens: StoredTokens): Promise<void> {
    this.#post({ kind: 'vault', id: 0, action: 'save', tokens });
  }

  async clear(): Promise<void> {
    this.#post({ kind: 'vault', id: 0, action: 'save', tokens: null });
  }
}

// The connection worker: the SDK's client with its sockets, clock and playout, off the page's main thread.

const post = (message: WorkerMessage) => self.postMessage(message);
const vault = new VaultTokenStore(post);
const peers = new PagePeers(post);
const room = new CurrentRoom((event) => {
  // The server has already ended held notes for the others.
  if (event.type === 'state' && event.state.status !== 'joined') keyboards.releaseAll();
  post({ kind: 'room', event });
});
const lobby = new CurrentLobby((event) => post({ kind: 'lobby', event }));
const time = new RoomTime((event) => post({ kind: 'room', event }));
const direct = new RoomDirect(peers.loadDirect);
const loops = new RoomLoops(
  (event) => post({ kind: 'room', event }),
  (error) => post({ kind: 'room', event: { type: 'error', error: wireError(error) } }),
);
room.setListener(loops);
let client: RoomtoneClient | undefined;
const learned = new LearnedControls({
  onAction: (action, timeUs) => post({ kind: 'learned-action', action, timeUs }),
  onLearned: (assignment) => post({ kind: 'learned', assignment }),
});
const keyboards = new Keyboards(
  {
    sound: (data, timeUs) => room.sound(data, timeUs),
    send: (data, timeUs) => room.play({ data, timeUs }),
    draw: (data, timeUs) => room.show({ kind: 'own', data, timeUs }),
    refused: () => post({ kind: 'refused' }),
  },
  learned,
  (number) => post({ kind: 'preset', number }),
);
const devices = new MidiDevices({
  keyboards,
  onRawInput: (device, data, timeUs) => room.show({ kind: 'raw-input', device, data, timeUs }),
  changed: (report) => post({ kind: 'midi', report }),
});
room.setOutput((message) => devices.receive(message));
loops.setOutput({ play: (message) => devices.receiveLoop(message), silence: () => devices.silenceLoops() });
let clockOutput: string | null = null;
let handlers: Handlers | undefined;

self.addEventListener('message', (event: MessageEvent<PageMessage>) => {
  const message = event.data;
  switch (message.kind) {
    case 'start':
      client = new RoomtoneClient({
        baseUrl: message.baseUrl,
        otherAddresses: message.otherAddresses,
        invitation: message.invitation,
        tokenStore: vault,
        datagrams: message.hasWebRtc ? peers.load : 'off',
        onSessionEnded: () => post({ kind: 'session-ended' }),
      });
      // Data channels would take longer than somebody listens.
      handlers = handlersOf(client, guestOf(message), {
        room,
        time,
        direct,
        loops,
        lobby,
        keyboards,
      });
      room.setDrawingPort(message.stage);
      loops.setDrawingPort(message.stage);
      time.setDrawingPort(message.beats);
      message.input.onmessage = (notes: MessageEvent<OwnNotes>) => room.play(notes.data);
      break;
    case 'audio':
      room.setSoundPort(message.port);
      break;
    case 'click':
      time.setSoundPort(message.port);
      break;
    case 'wake':
      client?.wake();
      break;
    case 'midi':
      devices.connect(message.port);
      break;
    case 'midi-in':
      keyboards.set(message.settings);
      devices.mute(message.muted);
      break;
    case 'learned':
      keyboards.setLearned(message.assignments);
      break;
    case 'learn':
      learned.learn(message.action);
      break;
    case 'midi-out':
      devices.setPlan(message.plan);
      if (message.plan.clock !== clockOutput) {
        clockOutput = message.plan.clock;
        time.setClockReceiver(clockOutput === null ? undefined : (...clock) => devices.sendClock(...clock));
      }
      break;
    case 'allow':
      keyboards.allow(message.isAllowed);
      break;
    case 'release':
      keyboards.releaseAll();
      break;
    case 'peer':
      peers.receive(message);
      break;
    case 'vault':
      vault.loaded(message.id, message.tokens);
      break;
    case 'call':
      answer(message);
      break;
  }
});

function guestOf({ baseUrl, otherAddresses, invitation }: Extract<PageMessage, { kind: 'start' }>): RoomtoneClient {
  return new RoomtoneClient({ baseUrl, otherAddresses, invitation, datagrams: 'off' });
}

async function answer(call: Extract<PageMessage, { kind: 'call' }>): Promise<void> {
  try {
    // Name and argument belong together by the message's type; a union of functions cannot be called without a cast.
    const handler = handlers?.[call.name] as
      | ((takes: unknown, onProgress: (part: number) => void) => Promise<Calls[CallName]['gives']>)
      | undefined;
    if (handler === undefined) throw new Error('the worker was not started');
    const onProgress = (part: number) => post({ kind: 'progress', id: call.id, part });
    post({ kind: 'answer', id: call.id, gives: await handler(call.takes, onProgress) });
  } catch (error) {
    post({ kind: 'failure', id: call.id, error: wireError(error) });
  }
}
