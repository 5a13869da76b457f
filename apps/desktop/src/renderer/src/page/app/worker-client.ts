import type { MidiReport } from '../../../../shared/midi-messages.ts';
import { type Api, apiOver } from '../../contract/api.ts';
import { CallError } from '../../contract/call-error.ts';
import type {
  BeatMessage,
  CallName,
  Calls,
  LobbyEvent,
  OwnNotes,
  PageMessage,
  RoomEvent,
  StageMessage,
  WorkerMessage,
} from '../../contract/messages.ts';
import type { MidiInputClient } from '../playing/input/midi-inputs.ts';
import type { MidiOutputClient } from '../playing/input/midi-outputs.ts';
import type { TokenVault } from './bridge.ts';

/** The page's side of the connection worker: calls as promises, room events, and the note ports. */
export interface WorkerClient extends MidiInputClient, MidiOutputClient {
  /**
   * @param onProgress hears how far it has come, 0 to 1, of calls that tell.
   * @throws {CallError} what the server, or the way to it, said.
   */
  call<Name extends CallName>(
    name: Name,
    takes: Calls[Name]['takes'],
    onProgress?: (part: number) => void,
  ): Promise<Calls[Name]['gives']>;
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
  /** Whether MIDI keyboards may play; what is held ends when it is taken away. */
  allowMidi(isAllowed: boolean): void;
}

interface Listeners {
  readonly onRoomEvent: (event: RoomEvent) => void;
  readonly onLobbyEvent: (event: LobbyEvent) => void;
  /** The sign-in is over without having been asked for. */
  readonly onSessionEnded: () => void;
  /** Others' notes and those of one's own MIDI keyboards, for drawing. */
  readonly onNotes: (message: StageMessage) => void;
  /** MIDI devices, as they are now. */
  readonly onMidi: (report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }>) => void;
  /** Somebody who may only listen struck a key of a MIDI keyboard. */
  readonly onRefused: () => void;
  /** Beats, to be shown. */
  readonly onBeats: (message: BeatMessage) => void;
}

interface Pending {
  readonly resolve: (value: Calls[CallName]['gives']) => void;
  readonly reject: (error: CallError) => void;
  readonly onProgress: ((part: number) => void) | undefined;
}

/** Starts the connection worker. */
export function startWorker(baseUrl: string, vault: TokenVault, listeners: Listeners): WorkerClient {
  const worker = new Worker(new URL('../../connection-worker/worker.ts', import.meta.url), {
    type: 'module',
    name: 'connection',
  });
  const input = new MessageChannel();
  const stage = new MessageChannel();
  const beats = new MessageChannel();
  const pending = new Map<number, Pending>();
  let lastId = 0;
  const post = (message: PageMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  stage.port1.onmessage = (event: MessageEvent<StageMessage>) => listeners.onNotes(event.data);
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
      case 'progress':
        pending.get(message.id)?.onProgress?.(message.part);
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
      case 'midi':
        listeners.onMidi(message.report);
        break;
      case 'refused':
        listeners.onRefused();
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

  const call: WorkerClient['call'] = (name, takes, onProgress) =>
    new Promise((resolve, reject) => {
      lastId++;
      // The worker answers each call by its own type, which a map over all calls cannot say.
      pending.set(lastId, { resolve: resolve as Pending['resolve'], reject, onProgress });
      post({ kind: 'call', id: lastId, name, takes } as PageMessage);
    });
  return {
    call,
    api: apiOver((request) => call('api', request)),
    input: input.port1,
    sendNotesTo: (port) => post({ kind: 'audio', port }, [port]),
    sendBeatsTo: (port) => post({ kind: 'click', port }, [port]),
    wake: () => post({ kind: 'wake' }),
    connectMidi: (port) => post({ kind: 'midi', port }, [port]),
    setMidiIn: (settings, muted) => post({ kind: 'midi-in', settings, muted }),
    setMidiOut: (plan) => post({ kind: 'midi-out', plan }),
    allowMidi: (isAllowed) => post({ kind: 'allow', isAllowed }),
    releaseMidi: () => post({ kind: 'release' }),
  };
}
