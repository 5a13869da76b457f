import {
  type ClientMember,
  limits,
  type Message,
  type Outgoing,
  type RoomJoined,
  type RoomtoneError,
  type TimedEvent,
  textIssue,
  validationError,
  type Welcome,
  type Room as WireRoom,
} from '@roomtone/protocol';
import { type CallOptions, callOptions, withinLimits } from '../call-options.ts';
import { type ClockReading, ClockSync } from '../clock/clock-sync.ts';
import { Connection, type JoinKind } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { closedError } from '../connection/reconnect-policy.ts';
import { errorOf, Requests } from '../connection/requests.ts';
import { deferred } from '../deferred.ts';
import { Emits, Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { ConnectionError } from '../errors.ts';
import { checkKeys, checkNoteKeys } from '../known-keys.ts';
import { consoleLogger } from '../logger.ts';
import type { DatagramFigures } from '../notes/datagram-figures.ts';
import { type ArrivalFigures, NoteIntake } from '../notes/note-intake.ts';
import { NotePath } from '../notes/note-path.ts';
import { forEachNote, type NoteEvent } from '../notes/notes-event.ts';
import {
  type NoteOffOptions,
  type NoteOptions,
  type NotSentReason,
  OutgoingNotes,
  type SendOptions,
  type SendResult,
} from '../notes/outgoing-notes.ts';
import type { PlayoutStyle } from '../notes/playout.ts';
import { type PlayerQuality, QualityExchange } from '../quality/quality.ts';
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
import { noticeOf } from './notices.ts';
import { chatCommand, type PlayerSettings, playerCommand, updateCommand } from './room-commands.ts';
import { RoomDestination, type RoomTarget } from './room-destination.ts';
import { RoomState, whyRemoved } from './room-state.ts';
import type { RoomEvents, RoomParts, RoomSnapshot } from './room-types.ts';
import { SharedTime } from './shared-time.ts';
import { Social } from './social.ts';

export interface RoomOptions {
  /** The longest delay added to other players' notes to cover jitter, µs; default 500,000. */
  readonly maxPlayoutDelayUs?: number;
  /**
   * Thins the player's own controllers, bends and pressure to 100 values per second each; default true. Set it to
   * false in a program that plays pieces event for event and keeps to the quota with a Pacer.
   */
  readonly thinning?: boolean;
}

/** While somebody plays who may not, the server refuses their notes once a second (R13.7, R23.2). */
const refusalUs = 1_500_000;
/** How long leave() waits for the answer. */
const leaveMs = 5_000;

const sendKeys = ['atUs'];
const noteKeys = ['atUs', 'channel'];
const noteOffKeys = ['atUs', 'channel', 'velocity'];

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
  readonly #notes: NoteIntake;
  readonly #outgoing: OutgoingNotes;
  readonly #path: NotePath;
  readonly #room: RoomState;
  readonly #quality: QualityExchange;
  readonly #connection: Connection;
  readonly #ready = deferred<void>();
  readonly #emitNote = (note: NoteEvent): void => this.#emitter.emit('note', note);
  readonly #closed = deferred<void>();
  #player: PlayerSettings = {};
  #leaving = false;
  readonly #parts: ((message: Message) => void)[] = [];
  /** Until when notes count as refused, this machine's clock, and why. */
  #refusedUntilUs = 0;
  #refusal: 'muted' | 'mayNotPlay' = 'muted';
  #overQuota = 0;
  /** The number of dropped events at the time of joining. */
  #droppedBefore = 0;

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
    super(emitter);
    this.#environment = environment;
    this.#emitter = emitter;
    const serverNowUs = () => this.serverNowUs();
    this.#requests = new Requests(timers, (message) => this.#connection.send(message));
    this.#notes = new NoteIntake(options.maxPlayoutDelayUs);
    this.#room = new RoomState(emitter, this.#notes, serverNowUs);
    this.moderation = new Moderation(this.#requests);
    this.social = new Social(this.#requests);
    this.time = new SharedTime(this.#requests, emitter, this.#notes, serverNowUs, () => this.#room.releaseAll());
    const send = (message: Outgoing<'quality' | 'datagramOffer' | 'datagramReport'>) => this.#connection.send(message);
    this.#path = new NotePath({
      timers,
      loadPeers: environment.loadPeers,
      sendFrame: (frame) => this.#connection.sendFrame(frame),
      send,
      nextId: () => this.#requests.nextId(),
      serviceUs: (localUs) => this.#serviceUs(localUs),
      play: (message, arrivedUs) => {
        const notes = this.#notes.take(message, this.#serviceUs(arrivedUs));
        emitter.emit('notes', notes);
        if (emitter.has('note')) forEachNote(notes, this.#emitNote);
      },
    });
    this.#outgoing = new OutgoingNotes(options.thinning ?? true, {
      timers,
      serverNowUs,
      whyNot: () => this.#whyNotPlay(),
      whyRefused: () => (this.#refusedUntilUs > timers.nowUs() ? this.#refusal : undefined),
      send: (body) => this.#path.send(body),
    });
    this.#quality = new QualityExchange(this.#notes, {
      timers,
      serverNowUs,
      send,
      rttUs: () => this.clock?.rttUs,
      dropped: () => this.dropped - this.#droppedBefore,
      datagrams: () => this.#path.figures,
      others: () => [...this.participants.keys()].filter((id) => id !== this.#room.self?.participantId),
      onFigures: (all) => this.#emitter.emit('quality', all),
    });
    this.ready = this.#ready.promise;
    // A program that only follows `state` must not get an unhandled rejection.
    this.ready.catch(() => {});
    const destination = new RoomDestination(target);
    this.#connection = new Connection(destination, this.#requests.nextId(), environment, address, {
      welcomed: ({ serverTime }, arrivedUs) => this.#clock.guess(serverTime, arrivedUs),
      clock: (sample) => {
        const { reading, stepped } = this.#clock.add(sample);
        if (stepped) this.#notes.reset();
        this.#emitter.emit('clock', reading);
      },
      joined: (message, me, how) => {
        const snapshot = destination.take(message);
        if (snapshot !== undefined && message.kind === 'roomJoined') this.#joined(message, snapshot, me, how);
      },
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      problem: (error) => this.#emitter.emit('error', error),
      lost: () => {
        this.#outgoing.stop();
        this.#quality.stop();
        this.#path.channel.end();
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

  /** Whose turn it is, where players take turns; `turnsIn()` of `@roomtone/sdk/turns` takes one. Undefined before it is known. */
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
    return this.#outgoing.dropped + this.#overQuota;
  }

  /** The quality of the connection to each of the others; the `quality` event reports it every 2 s. */
  get quality(): readonly PlayerQuality[] {
    return this.#quality.all();
  }

  /** The state of the datagrams that bring notes sooner. */
  get datagrams(): DatagramFigures {
    return this.#path.figures;
  }

  /** Measurements of another participant's arriving notes; undefined before their first note. */
  playout(participantId: number): ArrivalFigures | undefined {
    return this.#notes.figures(participantId, this.serverNowUs());
  }

  /** Sets the style of playout for this client only; `steady` by default. Matched playout overrides it. */
  preferPlayout(style: PlayoutStyle): void {
    this.#notes.prefer(style);
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
    if (options !== undefined) checkNoteKeys(options, noteKeys, 'noteOn()');
    return this.#outgoing.noteOn(key, velocity, options?.atUs, options?.channel);
  }

  /** Releases a key. */
  noteOff(key: number, options?: NoteOffOptions): SendResult {
    if (options !== undefined) checkNoteKeys(options, noteOffKeys, 'noteOff()');
    return this.#outgoing.noteOff(key, options?.atUs, options?.channel, options?.velocity);
  }

  /** Releases every key and pedal that this client holds. */
  releaseAll(options: SendOptions = {}): SendResult {
    checkKeys(options, 'atUs', 'releaseAll()');
    return this.#outgoing.releaseAll(options.atUs);
  }

  /**
   * Sends MIDI: one channel voice message of two or three bytes, as a MIDI keyboard gives it, or many with their times in
   * as few frames as the limits allow. It is sent immediately, except for values of a controller, bend or pressure beyond
   * 100 per second, which are thinned.
   */
  send(data: Uint8Array, options?: SendOptions): SendResult;
  send(events: readonly TimedEvent[]): SendResult;
  send(events: Uint8Array | readonly TimedEvent[], options?: SendOptions): SendResult {
    if (options !== undefined) checkNoteKeys(options, sendKeys, 'send()');
    return events instanceof Uint8Array ? this.#outgoing.send(events, options?.atUs) : this.#outgoing.sendAll(events);
  }

  /** Sends a chat message; resolves with the message as the room got it. */
  async chat(text: string, options: CallOptions = {}): Promise<ChatMessage> {
    const issue = textIssue(text.trim(), limits.chatMessage, 'lineFeeds');
    if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
    const answer = await this.#requests.ask(chatCommand(text), options);
    if (answer.kind === 'chatMessage') return chatMessageOf(answer.body);
    throw new ConnectionError('unexpectedAnswer', `The server answered a chat message with ${answer.kind}.`);
  }

  /** Tells the others that the user started or stopped typing; returns false if the room is not joined. */
  typing(typing: boolean): boolean {
    return this.#connection.send({ kind: 'userCommand', body: { typing } });
  }

  /** Sets your colour, instrument and played file, and keeps them through reconnections; absent fields keep their values. */
  async setPlayer(settings: PlayerSettings, options: CallOptions = {}): Promise<void> {
    checkKeys(settings, 'color instrument file', 'setPlayer()');
    await this.#requests.tell(playerCommand(settings), options);
    this.#player = { ...this.#player, ...settings };
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
    this.#parts.push(onMessage);
    const { timers, logger = consoleLogger } = this.#environment;
    return { timers, logger, requests: this.#requests };
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

  #joined(
    message: Message<'roomJoined'>,
    joined: RoomJoined & { readonly room: WireRoom },
    me: Welcome,
    how: JoinKind,
  ): void {
    this.#path.joined(message, { isNewConnection: how === 'fresh', hasDatagrams: me.datagrams });
    if (how === 'fresh') {
      this.#notes.restart();
      this.time.begin(joined.transport && transportOf(joined.transport));
      this.#droppedBefore = this.dropped;
      // After a new join, the server has chosen colour and instrument again.
      if (Object.keys(this.#player).length > 0) this.#connection.send(playerCommand(this.#player));
    } else if (how === 'resumed') this.#requests.sendAgain();
    this.#refusedUntilUs = 0;
    const snapshot = this.#room.join(joined, me);
    this.#quality.start();
    if (how !== 'again') this.#stateChanged(this.state);
    if (this.state.status === 'joined') this.#emitter.emit(joinKinds[how], snapshot);
    this.#ready.resolve();
    for (const take of this.#parts) take(message);
  }

  #received(message: Message, arrivedUs: number): void {
    switch (message.kind) {
      case 'midiMessage':
        this.#path.fromWebSocket(message, arrivedUs);
        return;
      case 'datagramAnswer':
        this.#path.channel.answered(message);
        return;
      case 'datagramReport':
        this.#path.channel.reported(message.body);
        return;
      case 'quality':
        this.#quality.take(message);
        return;
      case 'notification': {
        const notice = noticeOf(message.body);
        if (notice !== undefined) this.#emitter.emit('notification', notice);
        return;
      }
      default:
        this.#answered(message);
    }
  }

  #answered(message: Message): void {
    if (message.kind === 'error' && this.#path.channel.refused(message.requestId)) return;
    if (message.kind === 'participantJoined' && message.body.participant !== undefined)
      this.#path.participantJoined(message.body.participant);
    // Updates the room first, so that every handler has received the echo before chat() resolves.
    const isOfSelf =
      message.kind === 'participantUpdated' && message.body.participant?.number === this.#room.self?.participantId;
    if (isOfSelf || message.kind === 'turns' || message.kind === 'roomUpdated') this.#refusedUntilUs = 0;
    for (const take of this.#parts) take(message);
    const isApplied = this.#room.apply(message) || this.time.apply(message);
    if (message.kind === 'participantLeft') {
      const number = message.body.participant?.number ?? 0;
      this.#quality.forget(number);
      this.#path.participantLeft(number);
    }
    const reason = whyRemoved(message);
    if (reason !== undefined) this.#connection.close(reason);
    else if (!this.#requests.settle(message) && !isApplied && message.kind === 'error') this.#problem(errorOf(message));
  }

  #problem(error: RoomtoneError): void {
    this.#overQuota += error.details.dropped ?? 0;
    const { reason } = error.details;
    if (reason === 'muted' || reason === 'may_play') {
      this.#refusedUntilUs = this.#environment.timers.nowUs() + refusalUs;
      this.#refusal = reason === 'muted' ? reason : 'mayNotPlay';
    }
    this.#emitter.emit('error', error);
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
  if (value === undefined) throw new ConnectionError('notJoined', 'The room has not been joined yet.');
  return value;
}
