import type { ConnectionState, NotesEvent, Room, RoomSnapshot } from '@roomtone/sdk';
import { whyNotPlay } from '@roomtone/sdk/extras';
import { localNowUs } from '../contract/local-time.ts';
import type {
  NoteMessage,
  OwnNotes,
  RoomEvent,
  StageMessage,
  WireCloseReason,
  WireSnapshot,
  WireState,
} from '../contract/messages.ts';
import { SoundingState } from '../contract/sounding-state.ts';
import { wireError } from './wire-error.ts';

/** Hears what is played in the room, and when everything here was silenced. */
interface RoomListener {
  /** Own notes; service clock. */
  played(data: Uint8Array, timeUs: number): void;
  silenced(): void;
  /** There is a new port for sound, which has heard nothing yet. */
  portChanged(port: MessagePort): void;
}

/**
 * The one room this page is in. Sends its events to the page, other players' notes to sound and drawing with local times,
 * and own notes to the room. Notes wait for no promise or timer here.
 */
export class CurrentRoom {
  readonly #post: (event: RoomEvent) => void;
  readonly #sounding = new SoundingState();
  #connection: Room | undefined;
  #soundPort: MessagePort | undefined;
  #drawingPort: MessagePort | undefined;
  #output: (message: NoteMessage) => void = () => {};
  #listener: RoomListener | undefined;

  constructor(post: (event: RoomEvent) => void) {
    this.#post = post;
  }

  /** @throws {Error} if no room is open. */
  get connection(): Room {
    if (this.#connection === undefined) throw new Error('no room is open');
    return this.#connection;
  }

  /** Sets the port for notes to be drawn. */
  setDrawingPort(port: MessagePort): void {
    this.#drawingPort = port;
  }

  /** Sets a receiver of other players' notes for instruments outside this machine. */
  setOutput(output: (message: NoteMessage) => void): void {
    this.#output = output;
  }

  /** Sets who hears what is played here. */
  setListener(listener: RoomListener): void {
    this.#listener = listener;
  }

  /** Sets the port for notes to be played; sends what is already sounding first. */
  setSoundPort(port: MessagePort): void {
    this.#soundPort = port;
    const atUs = localNowUs();
    for (const [participant, data] of this.#sounding.all()) port.postMessage(notesAt(participant, data, atUs));
    this.#listener?.portChanged(port);
  }

  /** Follows a new connection, replacing the previous one. */
  follow(connection: Room): void {
    this.close();
    this.#connection = connection;
    const current = <T>(handler: (value: T) => void) => {
      return (value: T) => {
        if (this.#connection === connection) handler(value);
      };
    };
    const post = this.#post;
    connection.on(
      'state',
      current((state) => this.#state(state)),
    );
    for (const event of ['joined', 'resumed', 'resynced'] as const) {
      connection.on(
        event,
        current((snapshot) => this.#joined(snapshot)),
      );
    }
    connection.on(
      'notes',
      current((notes) => this.#notes(notes)),
    );
    connection.on(
      'notesReleased',
      current(({ participantId }) => this.#send({ kind: 'silence', participant: participantId })),
    );
    connection.on(
      'participantJoined',
      current((participant) => post({ type: 'participantJoined', participant })),
    );
    connection.on(
      'participantUpdated',
      current((participant) => post({ type: 'participantUpdated', participant })),
    );
    connection.on(
      'participantLeft',
      current((left) => {
        this.#send({ kind: 'silence', participant: left.participant.participantId });
        post({ type: 'participantLeft', participant: left.participant, reason: left.reason });
      }),
    );
    connection.on(
      'chat',
      current((message) => post({ type: 'chat', message })),
    );
    connection.on(
      'chatDeleted',
      current(({ messageId, participantId }) => post({ type: 'chatDeleted', messageId, by: participantId })),
    );
    connection.on(
      'typing',
      current(({ participantId, typing }) => post({ type: 'typing', participant: participantId, typing })),
    );
    connection.on(
      'roomUpdated',
      current((room) => post({ type: 'roomUpdated', room })),
    );
    connection.on(
      'turns',
      current(({ playing, waiting }) => {
        const [nowMs, nowUs] = [Date.now(), connection.serverNowUs()];
        const shown = playing.map(({ participantId, startedAtUs }) => {
          return { participantId, startedAtMs: nowMs - (nowUs - startedAtUs) / 1000 };
        });
        post({ type: 'turns', turns: { playing: shown, waiting } });
      }),
    );
    connection.on(
      'ownershipOffer',
      current((offer) => {
        const expiresInMs = Math.max(0, (offer.expiresAtUs - connection.serverNowUs()) / 1000);
        post({ type: 'ownershipOffer', offer, expiresInMs });
      }),
    );
    connection.on(
      'clock',
      current(({ rttUs, errorUs }) => post({ type: 'clock', rttUs, errorUs })),
    );
    connection.on(
      'error',
      current((error) => post({ type: 'error', error: wireError(error) })),
    );
    this.#state(connection.state);
  }

  /** Closes the room without telling the page. */
  close(): void {
    this.#detach()?.close();
  }

  /** Leaves the room on the server, and closes it here. */
  async leave(): Promise<void> {
    await this.#detach()?.leave();
  }

  /** Ends what the others sound here. */
  silence(): void {
    this.#send({ kind: 'silence', participant: 'everybody' });
  }

  /** Sends own notes immediately; drops them while no room is joined, or while the room's settings keep them to oneself. */
  play(notes: OwnNotes): void {
    const connection = this.#connection;
    if (connection?.state.status !== 'joined') return;
    const { info, self, turns } = connection;
    if (whyNotPlay(info, self, turns) !== undefined) return;
    const atUs = notes.timeUs + this.#serverOffsetUs(connection);
    this.#listener?.played(notes.data, atUs);
    const result = connection.send(notes.data, { atUs });
    // A clock was set: a note with another time is better than a key that hangs.
    if (!result.sent && result.reason === 'timeOutOfRange') connection.send(notes.data);
  }

  /** Plays an own note on this machine. */
  sound(data: Uint8Array, timeUs: number): void {
    this.#soundPort?.postMessage({ kind: 'own', data, timeUs } satisfies NoteMessage);
  }

  /** Shows an own note on the page. */
  show(message: StageMessage): void {
    this.#drawingPort?.postMessage(message);
  }

  /** Silences the room that was open. Without one, only the user's own practice sounds, and continues. */
  #detach(): Room | undefined {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection !== undefined) this.silence();
    return connection;
  }

  #state(state: ConnectionState): void {
    if (state.status !== 'joined') this.#send({ kind: 'silence', participant: 'everybody' });
    this.#post({ type: 'state', state: wireState(state) });
  }

  #joined(snapshot: RoomSnapshot): void {
    this.#send({ kind: 'silence', participant: 'everybody' });
    this.#post({ type: 'joined', snapshot: wireSnapshot(snapshot) });
    const atUs = localNowUs();
    for (const { participantId, data } of snapshot.sounding) {
      if (participantId !== snapshot.self.participantId && data.length > 0) {
        this.#send(notesAt(participantId, data, atUs));
      }
    }
  }

  #notes(notes: NotesEvent): void {
    const { participantId, playAtUs, startTimeUs, intervalUs, offsets, data } = notes;
    // During a long interval the clocks drift apart.
    const pace = 1 + (this.connection.clock?.driftPpm ?? 0) / 1e6;
    const atUs = localNowUs() + (playAtUs - this.connection.serverNowUs()) / pace;
    const delayUs = playAtUs - startTimeUs - intervalUs;
    this.#send({ kind: 'notes', participant: participantId, atUs, offsets, data, delayUs });
  }

  #send(message: Exclude<NoteMessage, { kind: 'own' }>): void {
    if (message.kind === 'notes') this.#sounding.feed(message.participant, message.data);
    else this.#sounding.drop(message.participant);
    this.#soundPort?.postMessage(message);
    this.#drawingPort?.postMessage(message);
    this.#output(message);
    if (message.kind === 'silence' && message.participant === 'everybody') this.#listener?.silenced();
  }

  /** Service clock minus local clock, µs. */
  #serverOffsetUs(connection: Room): number {
    return connection.serverNowUs() - localNowUs();
  }
}

function notesAt(participant: number, data: Uint8Array, atUs: number): Extract<NoteMessage, { kind: 'notes' }> {
  // Missing offsets count as 0.
  return { kind: 'notes', participant, atUs, offsets: [], data, delayUs: 0 };
}

function wireSnapshot(snapshot: RoomSnapshot): WireSnapshot {
  const { info, participants, self, chat, welcomeMessage, transport } = snapshot;
  return { room: info, participants, self: self.participantId, guest: self.guest, chat, welcomeMessage, transport };
}

function wireState(state: ConnectionState): WireState {
  if (state.status !== 'closed') return state;
  return { status: 'closed', reason: wireReason(state.reason) };
}

type Reason = Extract<ConnectionState, { status: 'closed' }>['reason'];

function wireReason(reason: Reason): WireCloseReason {
  switch (reason.kind) {
    case 'refused':
    case 'failed':
      return { kind: 'refused', error: wireError(reason.error) };
    case 'roomClosed':
      return { kind: 'roomClosed' };
    default:
      return reason;
  }
}
