import {
  type ChatMessage,
  type ClientMember,
  joinMidi,
  limits,
  type Message,
  midiIssue,
  type Outgoing,
  type Participant,
  type Room,
  type TimedEvent,
  textIssue,
  validationError,
} from '@roomtone/protocol';
import { type ClockReading, ClockSync } from '../clock/clock-sync.ts';
import { deferred } from '../deferred.ts';
import { Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { ConnectionProblem } from '../errors.ts';
import { closedError } from '../link/reconnect-policy.ts';
import { errorOf, Requests } from '../link/requests.ts';
import { RoomLink, type RoomTarget } from '../link/room-link.ts';
import { NoteIntake } from '../notes/note-intake.ts';
import type { PlayoutFigures } from '../notes/playout.ts';
import { chatCommand, type PlayerSettings, playerCommand } from './commands.ts';
import { RoomState, whyOut } from './room-state.ts';
import type { ConnectionState, RoomEvents, RoomSnapshot } from './room-types.ts';

export interface RoomOptions {
  /** The longest that a note of somebody else is held to cover jitter, µs; 500,000 unless told otherwise. */
  readonly maxPlayoutDelayUs?: number;
}

/** An answer to leaving that takes longer is not waited for. */
const leaveMs = 5_000;

/**
 * One place in one room, kept through lost sockets: it comes back by itself until it is closed. Made by
 * RoomtoneClient.openRoom().
 */
export class RoomConnection {
  /** The first snapshot. Rejects with a RoomtoneError when the server refuses or the connection is closed before. */
  readonly ready: Promise<RoomSnapshot>;
  readonly #environment: Environment;
  readonly #emitter = new Emitter<RoomEvents>();
  readonly #requests = new Requests();
  readonly #clock = new ClockSync();
  readonly #notes: NoteIntake;
  readonly #room: RoomState;
  readonly #link: RoomLink;
  readonly #ready = deferred<RoomSnapshot>();
  readonly #closed = deferred<void>();
  #player: PlayerSettings = {};
  #leaving = false;
  #dropped = 0;

  /** @param address gets a fresh ticket's whole WebSocket address. */
  constructor(target: RoomTarget, options: RoomOptions, environment: Environment, address: () => Promise<string>) {
    this.#environment = environment;
    this.#notes = new NoteIntake(options.maxPlayoutDelayUs);
    this.#room = new RoomState(this.#emitter, this.#notes);
    this.ready = this.#ready.promise;
    // Whoever follows `state` alone must not be punished for leaving `ready` alone.
    this.ready.catch(() => {});
    this.#link = new RoomLink(target, this.#requests.nextId(), environment, address, {
      welcomed: ({ serverTime }, arrivedUs) => this.#clock.guess(serverTime, arrivedUs),
      clock: (sample) => {
        const { reading, stepped } = this.#clock.add(sample);
        if (stepped) this.#notes.reset();
        this.#emitter.emit('clock', reading);
      },
      entered: (joined, me, isFresh) => {
        if (isFresh) this.#comeIn();
        const snapshot = this.#room.enter(joined, me);
        if (isFresh) this.#stateChanged(this.state);
        if (this.state.status === 'joined') this.#emitter.emit('joined', snapshot);
        this.#ready.resolve(snapshot);
      },
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      problem: (error) => this.#emitter.emit('problem', error),
      lost: () => {
        const why = 'The connection was lost before the server answered.';
        this.#requests.rejectAll(new ConnectionProblem('unconfirmed', why));
        // Nothing tells when it comes back, and no note may hang until then.
        this.#room.silenceAll();
      },
      state: (state) => this.#stateChanged(state),
    });
  }

  /** Where it stands now; the `state` event tells of each change. */
  get state(): ConnectionState {
    return this.#link.state;
  }

  /** What the last join gave; undefined before the first. */
  get snapshot(): RoomSnapshot | undefined {
    return this.#room.snapshot;
  }

  /** The room as it is now; undefined before the first join. */
  get room(): Room | undefined {
    return this.#room.room;
  }

  /** Who is inside now, oneself included, by participant number. */
  get participants(): ReadonlyMap<number, Participant> {
    return this.#room.participants;
  }

  /** Undefined before the answer to the first heartbeat. */
  get clock(): ClockReading | undefined {
    return this.#clock.reading;
  }

  /** MIDI events that were not sent because the room was not joined at that moment. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How another participant's notes arrive; undefined before their first. */
  playout(participant: number): PlayoutFigures | undefined {
    return this.#notes.figures(participant);
  }

  /** Calls the handler at each such event from now on; returns what ends that. */
  on<Name extends keyof RoomEvents>(event: Name, handler: (event: RoomEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
  }

  /** The service clock now, whole µs since 1970; this machine's own until the server has been heard. */
  serverNowUs(): number {
    return this.#serviceUs(this.#environment.timers.nowUs());
  }

  /**
   * Plays one MIDI channel voice message; it leaves at once. False when it did not: the room is not joined (counted in
   * `dropped`), or the bytes are something else, such as a system message.
   * @param atServerUs when it was played, service clock; now unless told otherwise.
   */
  play(data: Uint8Array, atServerUs: number = this.serverNowUs()): boolean {
    const body = { startTime: Math.round(atServerUs), offsets: [0], data };
    if (midiIssue(body) !== undefined) return false;
    return this.#sendNotes({ kind: 'midiMessage', body });
  }

  /**
   * Sends many events in as few frames as the limits allow. False when the room is not joined, as with play().
   * @throws {RangeError} when an event is not a channel voice message, or times decrease.
   */
  sendMidi(events: readonly TimedEvent[]): boolean {
    const whole = events.map(({ timeUs, data }) => ({ timeUs: Math.round(timeUs), data }));
    return joinMidi(whole)
      .map((body) => this.#sendNotes({ kind: 'midiMessage', body }))
      .every(Boolean);
  }

  /**
   * Says something; resolves with the message as the room got it.
   * @throws {RoomtoneError} the server's refusal, or a ConnectionProblem: `not-joined`, or `unconfirmed` when the
   *   connection was lost before the answer.
   */
  async chat(text: string): Promise<ChatMessage> {
    const issue = textIssue(text.trim(), limits.chatMessage, 'lineFeeds');
    if (issue !== undefined) throw validationError([{ field: 'message', issue }]);
    const answer = await this.#ask(chatCommand(text));
    if (answer.kind === 'chatMessage') return answer.body;
    throw new ConnectionProblem('unexpected-answer', `The server answered a chat message with ${answer.kind}.`);
  }

  /** Sets how one appears to the room, kept through reconnections; what is left out stays. Rejects as chat() does. */
  async setPlayer(settings: PlayerSettings): Promise<void> {
    await this.#ask(playerCommand(settings));
    this.#player = { ...this.#player, ...settings };
  }

  /** Leaves the room and closes; resolves when that is done, also where the connection is lost meanwhile. */
  leave(): Promise<void> {
    if (this.state.status !== 'joined') this.close();
    else if (!this.#leaving) {
      this.#leaving = true;
      this.#link.send({ kind: 'leaveRoomCommand', body: {} });
      const timer = this.#environment.timers.setTimeout(() => this.close(), leaveMs);
      void this.#closed.promise.then(() => this.#environment.timers.clearTimeout(timer));
    }
    return this.#closed.promise;
  }

  /** Closes at once; the room sees one leave. */
  close(): void {
    this.#link.close({ kind: 'left' });
  }

  #serviceUs(localUs: number): number {
    return localUs + this.#clock.offsetUs(localUs);
  }

  #comeIn(): void {
    this.#notes.reset();
    // A fresh join begins with the server's choice of colour and instrument.
    if (Object.keys(this.#player).length > 0) this.#link.send(playerCommand(this.#player));
  }

  #received(message: Message, arrivedUs: number): void {
    if (message.kind === 'midiMessage') {
      this.#emitter.emit('notes', this.#notes.take(message, this.#serviceUs(arrivedUs)));
      return;
    }
    // The room first, so that an echo has been told to everybody when chat() resolves.
    const applied = this.#room.apply(message);
    const reason = whyOut(message);
    if (reason !== undefined) this.#link.close(reason);
    else if (!this.#requests.settle(message) && !applied && message.kind === 'error') {
      this.#emitter.emit('problem', errorOf(message));
    }
  }

  #stateChanged(state: ConnectionState): void {
    if (state.status === 'closed') {
      this.#ready.reject(closedError(state.reason));
      this.#closed.resolve();
    }
    this.#emitter.emit('state', state);
    // One who was leaving does not come back.
    if (state.status === 'reconnecting' && this.#leaving) this.close();
  }

  /** Sends notes at once: no timer and no promise on their way. */
  #sendNotes(message: Outgoing<'midiMessage'>): boolean {
    if (this.#link.send(message)) return true;
    this.#dropped += message.body.offsets.length;
    return false;
  }

  #ask(message: Outgoing<ClientMember>): Promise<Message> {
    const requestId = this.#requests.nextId();
    if (!this.#link.send({ ...message, requestId })) {
      return Promise.reject(new ConnectionProblem('not-joined', 'The room is not joined at the moment.'));
    }
    return this.#requests.answer(requestId);
  }
}
