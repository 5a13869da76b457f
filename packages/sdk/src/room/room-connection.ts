import {
  type ChatMessage,
  limits,
  type Message,
  type Outgoing,
  type Participant,
  type Room,
  type RoomJoined,
  type RoomtoneError,
  type TimedEvent,
  textIssue,
  validationError,
  type Welcome,
} from '@roomtone/protocol';
import type { UpdateRoomBody } from '@roomtone/protocol/rest';
import { type ClockReading, ClockSync } from '../clock/clock-sync.ts';
import { Connection, type JoinKind } from '../connection/connection.ts';
import type { ConnectionState } from '../connection/connection-state.ts';
import { closedError } from '../connection/reconnect-policy.ts';
import { errorOf, Requests } from '../connection/requests.ts';
import { deferred } from '../deferred.ts';
import { Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { ConnectionProblem } from '../errors.ts';
import { type ArrivalFigures, NoteIntake } from '../notes/note-intake.ts';
import { type DatagramFigures, NotePath } from '../notes/note-path.ts';
import { OutgoingNotes } from '../notes/outgoing-notes.ts';
import type { PlayoutStyle } from '../notes/playout.ts';
import { type PlayerQuality, QualityExchange } from '../quality/quality.ts';
import { Moderation } from './moderation.ts';
import { noticeOf } from './notices.ts';
import { chatCommand, type PlayerSettings, playerCommand, updateCommand } from './room-commands.ts';
import { RoomDestination, type RoomTarget } from './room-destination.ts';
import { RoomState, whyRemoved } from './room-state.ts';
import type { RoomEvents, RoomSnapshot } from './room-types.ts';
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

/** How long leave() waits for the answer. */
const leaveMs = 5_000;

/**
 * One participant's connection to one room. It reconnects by itself until it is closed. Made by
 * RoomtoneClient.openRoom().
 *
 * Requests to the server reject with its refusal, a RoomtoneError, or with a ConnectionProblem: `not-joined` if
 * nothing was sent, `unconfirmed` if the connection was lost for good before the answer. Like the connection, a
 * request survives a lost socket.
 */
export class RoomConnection {
  /**
   * Resolves with the first snapshot. Rejects with a RoomtoneError if the server refuses or the connection is closed
   * before.
   */
  readonly ready: Promise<RoomSnapshot>;
  readonly moderation: Moderation;
  readonly social: Social;
  readonly time: SharedTime;
  readonly #environment: Environment;
  readonly #emitter = new Emitter<RoomEvents>();
  readonly #requests = new Requests((message) => this.#connection.send(message));
  readonly #clock = new ClockSync();
  readonly #notes: NoteIntake;
  readonly #outgoing: OutgoingNotes;
  readonly #path: NotePath;
  readonly #room: RoomState;
  readonly #quality: QualityExchange;
  readonly #connection: Connection;
  readonly #ready = deferred<RoomSnapshot>();
  readonly #closed = deferred<void>();
  #player: PlayerSettings = {};
  #leaving = false;
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
    this.#environment = environment;
    const { timers } = environment;
    const serverNowUs = () => this.serverNowUs();
    this.#notes = new NoteIntake(options.maxPlayoutDelayUs);
    this.#room = new RoomState(this.#emitter, this.#notes);
    this.moderation = new Moderation(this.#requests);
    this.social = new Social(this.#requests);
    this.time = new SharedTime(this.#requests, this.#emitter, this.#notes, serverNowUs);
    const send = (message: Outgoing<'quality' | 'datagramOffer' | 'datagramReport'>) => this.#connection.send(message);
    this.#path = new NotePath({
      timers,
      loadPeers: environment.loadPeers,
      sendFrame: (frame) => this.#connection.sendFrame(frame),
      send,
      nextId: () => this.#requests.nextId(),
      serviceUs: (localUs) => this.#serviceUs(localUs),
      play: (message, arrivedUs) => this.#emitter.emit('notes', this.#notes.take(message, this.#serviceUs(arrivedUs))),
    });
    this.#outgoing = new OutgoingNotes(options.thinning ?? true, {
      timers,
      serverNowUs,
      send: (body) => this.#path.send(body),
    });
    this.#quality = new QualityExchange(this.#notes, {
      timers,
      serverNowUs,
      send,
      rttUs: () => this.clock?.rttUs,
      dropped: () => this.dropped - this.#droppedBefore,
      datagrams: () => this.#path.figures,
      others: () => [...this.participants.keys()].filter((number) => number !== this.snapshot?.self),
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
      problem: (error) => this.#emitter.emit('problem', error),
      lost: () => {
        this.#outgoing.stop();
        this.#quality.stop();
        this.#path.lost();
        // It is unknown when the connection will be back, and no note may hang until then.
        this.#room.silenceAll();
      },
      unconfirmed: () => this.#requests.giveUp(),
      state: (state) => this.#stateChanged(state),
    });
  }

  /** The current state; the `state` event reports each change. */
  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** The last snapshot; undefined before the first join. */
  get snapshot(): RoomSnapshot | undefined {
    return this.#room.snapshot;
  }

  /** The room's current state; undefined before the first join. */
  get room(): Room | undefined {
    return this.#room.room;
  }

  /** The participants now, including this one, by participant number. */
  get participants(): ReadonlyMap<number, Participant> {
    return this.#room.participants;
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
  playout(participant: number): ArrivalFigures | undefined {
    return this.#notes.figures(participant, this.serverNowUs());
  }

  /** Sets the style of playout for this client only; `steady` by default. Matched playout overrides it. */
  preferPlayout(style: PlayoutStyle): void {
    this.#notes.prefer(style);
  }

  /** Adds a handler for an event; the returned function removes it. */
  on<Name extends keyof RoomEvents>(event: Name, handler: (event: RoomEvents[Name]) => void): () => void {
    return this.#emitter.on(event, handler);
  }

  /** The service clock now, whole µs since 1970; this machine's clock until the server's first answer. */
  serverNowUs(): number {
    return this.#serviceUs(this.#environment.timers.nowUs());
  }

  /**
   * Plays one MIDI channel voice message. It is sent immediately, except for controller values beyond 100 per second,
   * which are thinned. Returns false if it was not sent: the room is not joined (counted in `dropped`), or the bytes are
   * not a channel voice message.
   * @param atServerUs when it was played, service clock; default now.
   */
  play(data: Uint8Array, atServerUs: number = this.serverNowUs()): boolean {
    return this.#outgoing.play(data, atServerUs);
  }

  /**
   * Sends many events in as few frames as the limits allow, thinned like those of play(). Returns false if the room
   * is not joined.
   * @throws {RangeError} if an event is not a channel voice message, or times decrease.
   */
  sendMidi(events: readonly TimedEvent[]): boolean {
    return this.#outgoing.sendMidi(events);
  }

  /** Sends a chat message; resolves with the message as the room got it. */
  async chat(text: string): Promise<ChatMessage> {
    const issue = textIssue(text.trim(), limits.chatMessage, 'lineFeeds');
    if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
    const answer = await this.#requests.ask(chatCommand(text));
    if (answer.kind === 'chatMessage') return answer.body;
    throw new ConnectionProblem('unexpected-answer', `The server answered a chat message with ${answer.kind}.`);
  }

  /** Tells the others that the user started or stopped typing; returns false if the room is not joined. */
  typing(typing: boolean): boolean {
    return this.#connection.send({ kind: 'userCommand', body: { typing } });
  }

  /** Sets your colour and instrument, and keeps them through reconnections; absent fields keep their values. */
  async setPlayer(settings: PlayerSettings): Promise<void> {
    await this.#requests.tell(playerCommand(settings));
    this.#player = { ...this.#player, ...settings };
  }

  /** Changes the room; owner only. Absent fields keep their values. */
  update(changes: UpdateRoomBody): Promise<void> {
    return this.#requests.tell(updateCommand(changes));
  }

  /**
   * Leaves the room and closes the connection; resolves when that is done, even if the connection is lost meanwhile.
   */
  leave(): Promise<void> {
    if (this.state.status !== 'joined') this.close();
    else if (!this.#leaving) {
      this.#leaving = true;
      this.#connection.send({ kind: 'leaveRoomCommand', body: {} });
      const timer = this.#environment.timers.setTimeout(() => this.close(), leaveMs);
      void this.#closed.promise.then(() => this.#environment.timers.clearTimeout(timer));
    }
    return this.#closed.promise;
  }

  /** Closes the connection immediately; the others see you leave. */
  close(): void {
    this.#connection.close({ kind: 'left' });
  }

  #serviceUs(localUs: number): number {
    return localUs + this.#clock.offsetUs(localUs);
  }

  #joined(
    message: Message<'roomJoined'>,
    joined: RoomJoined & { readonly room: Room },
    me: Welcome,
    how: JoinKind,
  ): void {
    this.#path.joined(message, { isNewConnection: how === 'fresh', hasDatagrams: me.datagrams });
    if (how === 'fresh') {
      this.#notes.restart();
      this.time.begin(joined.transport);
      this.#droppedBefore = this.dropped;
      // After a new join, the server has chosen colour and instrument again.
      if (Object.keys(this.#player).length > 0) this.#connection.send(playerCommand(this.#player));
    } else if (how === 'resumed') this.#requests.sendAgain();
    const snapshot = this.#room.join(joined, me);
    this.#quality.start();
    if (how !== 'again') this.#stateChanged(this.state);
    if (this.state.status === 'joined') this.#emitter.emit('joined', snapshot);
    this.#ready.resolve(snapshot);
  }

  #received(message: Message, arrivedUs: number): void {
    switch (message.kind) {
      case 'midiMessage':
        this.#path.fromWebSocket(message, arrivedUs);
        return;
      case 'datagramAnswer':
        this.#path.answered(message);
        return;
      case 'datagramReport':
        this.#path.reported(message.body);
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
    if (message.kind === 'error' && this.#path.refused(message.requestId)) return;
    if (message.kind === 'participantJoined' && message.body.participant !== undefined)
      this.#path.participantJoined(message.body.participant);
    // Updates the room first, so that every handler has received the echo before chat() resolves.
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
    this.#overQuota += Number(error.details['dropped'] ?? 0);
    this.#emitter.emit('problem', error);
  }

  #stateChanged(state: ConnectionState): void {
    if (state.status === 'closed') {
      this.#ready.reject(closedError(state.reason));
      this.#closed.resolve();
    }
    this.#emitter.emit('state', state);
    // A client that was leaving does not reconnect.
    if (state.status === 'reconnecting' && this.#leaving) this.close();
  }
}
