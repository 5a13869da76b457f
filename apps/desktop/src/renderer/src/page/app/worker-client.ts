import { DirectConnection, followChannel, PeerConnection, sendOn } from '@roomtone/sdk/web-rtc';
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
import type { Assignment, LearnedAction } from '../../contract/midi-learn.ts';
import { newsOfChannel, type PeerNews, type PeerRequest } from '../../contract/peer-messages.ts';
import type { MidiInputClient } from '../playing/input/midi-inputs.ts';
import type { LearningClient } from '../playing/input/midi-learn.ts';
import type { MidiOutputClient } from '../playing/input/midi-outputs.ts';
import type { Bridge } from './bridge.ts';

/** The page's side of the connection worker: calls as promises, room events, and the ports for notes. */
export interface WorkerClient extends MidiInputClient, MidiOutputClient, LearningClient {
  /**
   * @param onProgress gets the progress, 0 to 1, of calls that report it.
   * @throws {CallError} if the server refused or could not be reached.
   */
  call<Name extends CallName>(
    name: Name,
    takes: Calls[Name]['takes'],
    onProgress?: (part: number) => void,
  ): Promise<Calls[Name]['gives']>;
  /** The server's REST resources, with the SDK's methods. They reject with CallError. */
  readonly api: Api;
  /** The user's own notes go here, past everything else. */
  readonly input: { postMessage(notes: OwnNotes): void };
  /** Sends the port on which the worker delivers others' notes to the audio worklet. */
  sendNotesTo(port: MessagePort): void;
  /** Sends the port on which the worker delivers beats to the click. */
  sendBeatsTo(port: MessagePort): void;
  /** The machine has woken, so connections may be dead. */
  wake(): void;
  /** Allows or forbids MIDI keyboards to play; forbidding releases held notes. */
  allowMidi(isAllowed: boolean): void;
}

interface Listeners {
  readonly onRoomEvent: (event: RoomEvent) => void;
  readonly onLobbyEvent: (event: LobbyEvent) => void;
  /** The auth session ended without a sign-out on this page. */
  readonly onSessionEnded: () => void;
  /** Others' notes and those of the user's own MIDI keyboards, for drawing. */
  readonly onNotes: (message: StageMessage) => void;
  /** The current MIDI devices. */
  readonly onMidi: (report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }>) => void;
  /** A control was learned. */
  readonly onLearned: (assignment: Assignment) => void;
  /** A learned control was pressed. */
  readonly onLearnedAction: (action: LearnedAction, timeUs: number) => void;
  /** A MIDI keyboard chose a preset, by its number from 0. */
  readonly onPreset: (number: number) => void;
  /** A guest played a key on a MIDI keyboard. */
  readonly onRefused: () => void;
  /** Beats for display. */
  readonly onBeats: (message: BeatMessage) => void;
}

interface Pending {
  readonly resolve: (value: Calls[CallName]['gives']) => void;
  readonly reject: (error: CallError) => void;
  readonly onProgress: ((part: number) => void) | undefined;
}

/** The server, and how to come in. */
type ServerOfPage = Pick<Bridge, 'baseUrl' | 'otherAddresses' | 'vault' | 'invitation'>;

/** Starts the connection worker. */
export function startWorker(bridge: ServerOfPage, listeners: Listeners): WorkerClient {
  const { baseUrl, otherAddresses, vault, invitation } = bridge;
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
  const peers = new PeerConnections(post);

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
      case 'learned':
        listeners.onLearned(message.assignment);
        break;
      case 'learned-action':
        listeners.onLearnedAction(message.action, message.timeUs);
        break;
      case 'preset':
        listeners.onPreset(message.number);
        break;
      case 'refused':
        listeners.onRefused();
        break;
      case 'peer':
        peers.receive(message);
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
      // Treated as no tokens.
      () => post({ kind: 'vault', id, tokens: null }),
    );
  const ports = { input: input.port2, stage: stage.port2, beats: beats.port2 };
  const hasWebRtc = typeof RTCPeerConnection !== 'undefined';
  post({ kind: 'start', baseUrl, otherAddresses, invitation, hasWebRtc, ...ports }, Object.values(ports));

  const call: WorkerClient['call'] = (name, takes, onProgress) =>
    new Promise((resolve, reject) => {
      lastId++;
      // The worker answers each call with its own type, which a map over all calls cannot express.
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
    setLearned: (assignments) => post({ kind: 'learned', assignments }),
    learn: (action) => post({ kind: 'learn', action }),
    setMidiOut: (plan) => post({ kind: 'midi-out', plan }),
    allowMidi: (isAllowed) => post({ kind: 'allow', isAllowed }),
    releaseMidi: () => post({ kind: 'release' }),
  };
}

/** Makes the connections for the worker's data channels, and keeps them while they are in use. */
class PeerConnections {
  readonly #post: (news: PeerNews, transfer: Transferable[]) => void;
  readonly #connections = new Map<number, PeerConnection | DirectConnection>();

  constructor(post: (news: PeerNews, transfer: Transferable[]) => void) {
    this.#post = post;
  }

  /** Takes a message from the worker. */
  receive(request: PeerRequest): void {
    const { id } = request;
    const connection = this.#connections.get(id);
    switch (request.act) {
      case 'open':
        this.#open(id, () => {
          const made = new PeerConnection();
          made.offer.then(
            (offer) => this.#post({ kind: 'peer', id, news: 'offer', offer }, []),
            () => this.#closed(id),
          );
          return made;
        });
        break;
      case 'open-direct':
        this.#open(id, () => {
          const made = new DirectConnection(request.options);
          made.description.then(
            (side) => this.#post({ kind: 'peer', id, news: 'side', side }, []),
            () => this.#closed(id),
          );
          return made;
        });
        break;
      case 'accept':
        if (connection instanceof PeerConnection)
          connection.accept(request.answer, request.reach).catch(() => this.#closed(id));
        break;
      case 'accept-direct':
        if (connection instanceof DirectConnection) connection.accept(request.answer).catch(() => this.#closed(id));
        break;
      case 'send':
        if (connection !== undefined) sendOn(connection.channel, request.bytes);
        break;
      case 'close':
        this.#connections.delete(id);
        connection?.close();
        break;
    }
  }

  #open(id: number, make: () => PeerConnection | DirectConnection): void {
    try {
      const connection = make();
      this.#connections.set(id, connection);
      connection.onLost = () => this.#closed(id);
      this.#hand(id, connection.channel);
    } catch {
      // The browser's settings can forbid WebRTC.
      this.#closed(id);
    }
  }

  /** Transfers a new channel to the worker. */
  #hand(id: number, channel: RTCDataChannel): void {
    try {
      this.#post({ kind: 'peer', id, news: 'channel', channel }, [channel]);
    } catch {
      // Firefox cannot.
      followChannel(
        channel,
        newsOfChannel(id, (news) => this.#post(news, [])),
      );
    }
  }

  #closed(id: number): void {
    this.#post({ kind: 'peer', id, news: 'closed' }, []);
  }
}
