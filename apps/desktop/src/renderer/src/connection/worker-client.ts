import { RoomtoneError } from '@roomtone/protocol';
import type { TokenVault } from '../bridge.ts';
import { type Api, apiOver } from './api.ts';
import type {
  BeatMessage,
  CallName,
  Calls,
  LobbyEvent,
  NoteMessage,
  OwnNotes,
  PageMessage,
  RoomEvent,
  WireError,
  WorkerMessage,
} from './messages.ts';

/** The page's side of the connection worker: calls as promises, room events, and the note ports. */
export interface WorkerClient {
  /** @throws {CallError} what the server, or the way to it, said. */
  call<Name extends CallName>(name: Name, takes: Calls[Name]['takes']): Promise<Calls[Name]['gives']>;
  /** The server's resources, by the SDK's calls. They reject with CallError. */
  readonly api: Api;
  /** One's own notes leave here, past everything else. */
  readonly input: { postMessage(notes: OwnNotes): void };
  /** Others' notes for the audio worklet leave the worker by this port from now on. */
  sendNotesTo(port: MessagePort): void;
  /** Beats for the click leave the worker by this port from now on. */
  sendBeatsTo(port: MessagePort): void;
  /** The machine has woken: what connections there were may be gone. */
  wake(): void;
}

/** A failed call. `problem` is set when no server refused: what happened on the way to it. */
export class CallError extends RoomtoneError {
  override readonly name: string = 'CallError';
  readonly problem: string | undefined;

  constructor(error: WireError) {
    super(error.code, error.message, error.details);
    this.problem = error.problem;
  }
}

interface Listeners {
  readonly onRoomEvent: (event: RoomEvent) => void;
  readonly onLobbyEvent: (event: LobbyEvent) => void;
  /** The sign-in is over without having been asked for. */
  readonly onSessionEnded: () => void;
  /** Others' notes, for drawing. */
  readonly onNotes: (message: NoteMessage) => void;
  /** Beats, to be shown. */
  readonly onBeats: (message: BeatMessage) => void;
}

interface Pending {
  readonly resolve: (value: Calls[CallName]['gives']) => void;
  readonly reject: (error: CallError) => void;
}

/** Starts the connection worker. */
export function startWorker(baseUrl: string, vault: TokenVault, listeners: Listeners): WorkerClient {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'connection' });
  const input = new MessageChannel();
  const stage = new MessageChannel();
  const beats = new MessageChannel();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const post = (message: PageMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  stage.port1.onmessage = (event: MessageEvent<NoteMessage>) => listeners.onNotes(event.data);
  beats.port1.onmessage = (event: MessageEvent<BeatMessage>) => listeners.onBeats(event.data);
  worker.onmessage = (event: MessageEvent<WorkerMessage>) => {
    const message = event.data;
    switch (message.kind) {
      case 'answer':
        pending.get(message.id)?.resolve(message.gives);
        pending.delete(message.id);
        break;
      case 'failure':
        pending.get(message.id)?.reject(new CallError(message.error));
        pending.delete(message.id);
        break;
      case 'room':
        listeners.onRoomEvent(message.event);
        break;
      case 'lobby':
        listeners.onLobbyEvent(message.event);
        break;
      case 'session-ended':
        listeners.onSessionEnded();
        break;
      case 'vault':
        if (message.action === 'load') loadTokens(message.id);
        else vault.save(message.tokens);
        break;
    }
  };
  const loadTokens = (id: number) =>
    vault.load().then(
      (tokens) => post({ kind: 'vault', id, tokens }),
      // As good as none.
      () => post({ kind: 'vault', id, tokens: null }),
    );
  const ports = { input: input.port2, stage: stage.port2, beats: beats.port2 };
  post({ kind: 'start', baseUrl, ...ports }, Object.values(ports));

  const call: WorkerClient['call'] = (name, takes) =>
    new Promise((resolve, reject) => {
      lastId++;
      // The worker answers each call by its own type, which a map over all calls cannot say.
      pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
      post({ kind: 'call', id: lastId, name, takes } as PageMessage);
    });
  return {
    call,
    api: apiOver((request) => call('api', request)),
    input: input.port1,
    sendNotesTo: (port) => post({ kind: 'audio', port }, [port]),
    sendBeatsTo: (port) => post({ kind: 'click', port }, [port]),
    wake: () => post({ kind: 'wake' }),
  };
}
