import {
  type ClientMember,
  limits,
  type Message,
  type Outgoing,
  type TimedEvent,
  textIssue,
  validationError,
  type Welcome,
} from '@roomtone/protocol';
import { type CallOptions, callOptions, withinLimits } from '../call-options.ts';
import { type ClockReading, ClockSync } from '../clock/clock-sync.ts';
import { Connection, type JoinKind } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { closedError } from '../connection/reconnect-policy.ts';
import { Requests } from '../connection/requests.ts';
import { deferred } from '../deferred.ts';
import { Emits, Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { ConnectionError } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';
import { consoleLogger } from '../logger.ts';
import type { DatagramFigures } from '../notes/datagram-figures.ts';
import type { ArrivalFigures } from '../notes/note-intake.ts';
import type { NoteOffOptions, NoteOptions, NotSentReason, SendOptions, SendResult } from '../notes/outgoing-notes.ts';
import type { PlayoutStyle } from '../notes/playout.ts';
import type { PlayerQuality } from '../quality/quality.ts';
import { type RoomChanges, roomChanges } from '../views.ts';
import {
  type ChatMessage,
  chatMessageOf,
  type Participant,
  type RoomInfo,
  type Turns,
  transportOf,
} from './from-wire.ts';
import { Moderation } from './moderation.ts';
import { chatCommand, type DataOptions, type PlayerSettings, playerCommand, updateCommand } from './room-commands.ts';
import { type JoinedRoom, RoomDestination, type RoomTarget } from './room-destination.ts';
import { RoomMessages } from './room-messages.ts';
import { RoomNotes } from './room-notes.ts';
import { RoomState } from './room-state.ts';
import { type RoomEvents, type RoomOptions, type RoomParts, type RoomSnapshot, roomEvents } from './room-types.ts';
import { SharedTime } from './shared-time.ts';
import { Social } from './social.ts';

/** How long leave() waits for the answer. */
const leaveMs = 5_000;

const joinKinds = { fresh: 'joined', resumed: 'resumed', again: 'resynced' } as const;

/**
 * A room that this client is in. It reconnects by itself until it is closed. Made by RoomtoneClient.joinRoom(),
 * createRoom() and joinInvitation().
 *
 * Requests to the server reject with its refusal, a RoomtoneError, or with a ConnectionError: `notJoined` if nothing was
 * sent, `unconfirmed` if the connection was lost for good before the answer. Like the connection, a request survives a
 * lost socket.
 */
export class Room extends Emits<RoomEvents> {
  /** The client waits for it: the first join. */
  readonly ready: Promise<void>;
  readonly moderation: Moderation;
  readonly social: Social;
  readonly time: SharedTime;
  readonly #environment: Environment;
  readonly #emitter: Emitter<RoomEvents>;
  readonly #requests: Requests;
  readonly #clock = new ClockSync();
  readonly #notes: RoomNotes;
  readonly #room: RoomState;
  readonly #connection: Connection;
  readonly #ready = deferred<void>();
  readonly #closed = deferred<void>();
  #player: PlayerSettings = {};
  #leaving = false;
  #welcome: Welcome | undefined;
  readonly #messages: RoomMessages;

  /**
   * @param address gets a ticket and resolves with the WebSocket address to open, for a new connection or a resume.
   */
  constructor(
    target: RoomTarget,
    options: RoomOptions,
    environment: Environment,
    address: (resumeToken: string | undefined) => Promise<string>,
  ) {
    const { timers, logger = consoleLogger } = environment;
    const emitter = new Emitter<RoomEvents>(timers, logger);
    super(emitter, roomEvents);
    this.#environment = environment;
    this.#emitter = emitter;
    const serverNowUs = () => this.serverNowUs();
    this.#requests = new Requests(timers, (message) => this.#connection.send(message));
    const notes = new RoomNotes(options, emitter, {
      timers,
      loadPeers: environment.loadPeers,
      sendFrame: (frame) => this.#connection.sendFrame(frame),
      send: (message) => this.#connection.send(message),
      nextId: () => this.#requests.nextId(),
      serviceUs: (localUs) => this.#serviceUs(localUs),
      serverNowUs,
      whyNot: () => this.#whyNotPlay(),
      rttUs: () => this.clock?.rttUs,
      others: () => [...this.participants.keys()].filter((id) => id !== this.#room.self?.participantId),
    });
    this.#notes = notes;
    this.#room = new RoomState(emitter, notes.intake, serverNowUs);
    this.moderation = new Moderation(this.#requests);
    this.social = new Social(this.#requests);
    this.time = new SharedTime(this.#requests, emitter, notes.intake, serverNowUs, () => this.#room.releaseAll());
    this.#messages = new RoomMessages({
      emitter,
      requests: this.#requests,
      notes,
      room: this.#room,
      time: this.time,
      close: (reason) => this.#connection.close(reason),
    });
    this.ready = this.#ready.promise;
    // A program that only follows `state` must not get an unhandled rejection.
    this.ready.catch(() => {});
    const destination = new RoomDestination(target);
    this.#connection = new Connection(destination, this.#requests.nextId(), environment, address, {
      welcomed: ({ serverTime }, arrivedUs) => this.#clock.guess(serverTime, arrivedUs),
      clock: (sample) => {
        const { reading, stepped } = this.#clock.add(sample);
        if (stepped) notes.intake.reset();
        this.#emitter.emit('clock', reading);
      },
      isHolding: () => notes.outgoing.held.isHolding,
      joined: (message, me, how) => {
        const snapshot = destination.take(message);
        if (snapshot !== undefined && message.kind === 'roomJoined') this.#joined(message, snapshot, me, how);
      },
      message: (message, arrivedUs) => this.#messages.take(message, arrivedUs),
      problem: (error) => this.#emitter.emit('error', error),
      lost: () => {
        notes.lost();
        // It is unknown when the connection will be back, and no note may hang until then.
        this.#room.releaseAll();
      },
      unconfirmed: () => this.#requests.giveUp(),
      state: (state) => this.#stateChanged(state),
    });
  }

  /** The current state; the `state` event reports each change. */
  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** The last snapshot. @throws {ConnectionError} `notJoined` before the first join, as do `info` and `self`. */
  get snapshot(): RoomSnapshot {
    return known(this.#room.snapshot);
  }

  /** The room as it is now. */
  get info(): RoomInfo {
    return known(this.#room.info);
  }

  /** This participant as they are now. */
  get self(): Participant {
    return known(this.#room.self);
  }

  /** The participants now, including this one, by participantId. */
  get participants(): ReadonlyMap<number, Participant> {
    return this.#room.participants;
  }

  /** The turns, where players take them; `turnsIn()` of `@roomtone/sdk/extras` takes one. Undefined before they are known. */
  get turns(): Turns | undefined {
    return this.#room.turns;
  }

  /** The estimate of the service clock; undefined before the answer to the first heartbeat. */
  get clock(): ClockReading | undefined {
    return this.#clock.reading;
  }

  /**
   * Own MIDI events that were lost: not sent because the room was not joined, or dropped by the server over the
   * quota.
   */
  get dropped(): number {
    return this.#notes.dropped;
  }

  /** The quality of the connection to each of the others; the `quality` event reports it every 2 s. */
  get quality(): readonly PlayerQuality[] {
    return this.#notes.quality.all();
  }

  /** The state of the datagrams that bring notes sooner. */
  get datagrams(): DatagramFigures {
    return this.#notes.path.figures;
  }

  /** Measurements of another participant's arriving notes; undefined before their first note. */
  playout(participantId: number): ArrivalFigures | undefined {
    return this.#notes.intake.figures(participantId, this.serverNowUs());
  }

  /** Sets the style of playout for this client only; `steady` by default. Matched playout overrides it. */
  preferPlayout(style: PlayoutStyle): void {
    this.#notes.intake.prefer(style);
  }

  /** The service clock now, whole µs since 1970; this machine's clock until the server's first answer. */
  serverNowUs(): number {
    return this.#serviceUs(this.#environment.timers.nowUs());
  }

  /**
   * Plays a key. It is sent immediately.
   * @param key 0 to 127; 60 is middle C.
   * @param velocity 1 to 127.
   * @returns whether it was sent, and if not, why.
   */
  noteOn(key: number, velocity: number, options?: NoteOptions): SendResult {
    return this.#notes.noteOn(key, velocity, options);
  }

  /** Releases a key. */
  noteOff(key: number, options?: NoteOffOptions): SendResult {
    return this.#notes.noteOff(key, options);
  }

  /** Releases every key and pedal that this client holds. */
  releaseAll(options: SendOptions = {}): SendResult {
    return this.#notes.releaseAll(options);
  }

  /**
   * Sends MIDI: one channel voice message of two or three bytes, as a MIDI keyboard gives it, or many with their times in
   * as few frames as the limits allow. It is sent immediately, except for values of a controller, bend or pressure beyond
   * 100 per second, which are thinned.
   */
  send(data: Uint8Array, options?: SendOptions): SendResult;
  send(events: readonly TimedEvent[]): SendResult;
  send(events: Uint8Array | readonly TimedEvent[], options?: SendOptions): SendResult {
    return this.#notes.send(events, options);
  }

  /** Sends a chat message; resolves with the message as the room got it. */
  async chat(text: string, options: CallOptions = {}): Promise<ChatMessage> {
    const issue = textIssue(text.trim(), limits.chatMessage, 'lineFeeds');
    if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
    const answer = await this.#requests.ask(chatCommand(text), options);
    if (answer.kind === 'chatMessage') return chatMessageOf(answer.body);
    throw new ConnectionError('unexpectedAnswer', `The server answered a chat message with ${answer.kind}.`);
  }

  /**
   * Sends bytes to the programs of others in the room, who get a `data` event; those who are reconnecting get none. Refused for those
   * who may not chat.
   * @param topic what they are about: 1 to 32 of the characters A-Z a-z 0-9 . _ - / :
   * @param data at most 16 KiB.
   * @returns resolves once the server has passed it on; if it is lossy, once it is sent, and a refusal comes as an `error` event.
   */
  async sendData(topic: string, data: Uint8Array, options: DataOptions = {}): Promise<void> {
    const { to = [], lossy = false, ...limited } = options;
    checkKeys(limited, callOptions, 'sendData()');
    const message: Outgoing<'dataMessage'> = { kind: 'dataMessage', body: { topic, data, lossy, to: [...to] } };
    if (!lossy) await this.#requests.tell(message, limited);
    else if (!this.#notes.path.sendLossy(message)) throw new ConnectionError('notJoined', 'The room is not joined.');
  }

  /** Tells the others that the user started or stopped typing; returns false if the room is not joined. */
  typing(typing: boolean): boolean {
    return this.#connection.send({ kind: 'userCommand', body: { typing } });
  }

  /** Sets your colour, instrument and played file, says if you record, and keeps them through reconnections; absent fields keep their values. */
  async setPlayer(settings: PlayerSettings, options: CallOptions = {}): Promise<void> {
    checkKeys(settings, 'color instrument file recording direct directNear talking', 'setPlayer()');
    await this.#requests.tell(playerCommand(settings), options);
    // It is said again when there are voices again.
    const { talking: _, ...kept } = settings;
    this.#player = { ...this.#player, ...kept };
  }

  /** Sends a command of the protocol, as subpaths do that need one; resolves when the server has answered. */
  tell(command: Outgoing<ClientMember>, options?: CallOptions): Promise<void> {
    return this.#requests.tell(command, options);
  }

  /** Changes the room; owner only. Absent fields keep their values. */
  async update(changes: RoomChanges, options: CallOptions = {}): Promise<void> {
    checkKeys(changes, roomChanges, 'update()');
    await this.#requests.tell(updateCommand(changes), options);
  }

  /**
   * Leaves the room and closes the connection; resolves when that is done, even if the connection is lost meanwhile.
   */
  async leave(options: CallOptions = {}): Promise<void> {
    checkKeys(options, callOptions, 'leave()');
    if (this.state.status !== 'joined') this.close();
    else if (!this.#leaving) {
      this.#leaving = true;
      this.#connection.send({ kind: 'leaveRoomCommand', body: {} });
      const timer = this.#environment.timers.setTimeout(() => this.close(), leaveMs);
      void this.#closed.promise.then(() => this.#environment.timers.clearTimeout(timer));
    }
    return withinLimits(this.#closed.promise, options, this.#environment.timers);
  }

  /** Closes the connection immediately; the others see you leave. */
  close(): void {
    this.#connection.close({ kind: 'left' });
  }

  /** For subpaths of this package. @param onMessage gets what their parts of the room are made of. */
  extend(onMessage: (message: Message) => void): RoomParts {
    this.#messages.parts.push(onMessage);
    const { timers, logger = consoleLogger } = this.#environment;
    return {
      timers,
      logger,
      requests: this.#requests,
      path: this.#notes.path,
      serviceUs: (localUs) => this.#serviceUs(localUs),
      welcome: () => this.#welcome,
    };
  }

  /** Called by the client if joining takes too long. */
  giveUp(error: ConnectionError): ConnectionError {
    return this.#connection.giveUp(error);
  }

  #whyNotPlay(): NotSentReason | undefined {
    if (this.#connection.state.status !== 'joined') return 'notJoined';
    if (this.#room.self?.guest === true) return 'guest';
    return undefined;
  }

  #serviceUs(localUs: number): number {
    return localUs + this.#clock.offsetUs(localUs);
  }

  #joined(message: Message<'roomJoined'>, joined: JoinedRoom, me: Welcome, how: JoinKind): void {
    this.#welcome = me;
    this.#notes.joined(message, { isNewConnection: how === 'fresh', hasDatagrams: me.datagrams });
    if (how === 'fresh') {
      this.time.begin(joined.transport && transportOf(joined.transport));
      // After a new join, the server has chosen colour and instrument again.
      if (Object.keys(this.#player).length > 0) this.#connection.send(playerCommand(this.#player));
    } else if (how === 'resumed') this.#requests.sendAgain();
    const snapshot = this.#room.join(joined, me);
    if (how !== 'again') this.#stateChanged(this.state);
    if (this.state.status === 'joined') this.#emitter.emit(joinKinds[how], snapshot);
    this.#ready.resolve();
    for (const take of this.#messages.parts) take(message);
  }

  #stateChanged(state: ConnectionState): void {
    this.#emitter.emit('state', state);
    if (state.status === 'closed') {
      this.#ready.reject(closedError(state.reason));
      this.#closed.resolve();
      this.#emitter.end(closedError(state.reason));
    }
    // A client that was leaving does not reconnect.
    if (state.status === 'reconnecting' && this.#leaving) this.close();
  }
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ConnectionError('notJoined', 'The room is not joined.');
  return value;
}
