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
import { deferred } from '../deferred.ts';
import { Emitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { ConnectionProblem } from '../errors.ts';
import type { ConnectionState } from '../link/connection-state.ts';
import { type Arrival, PlaceLink } from '../link/place-link.ts';
import { closedError } from '../link/reconnect-policy.ts';
import { errorOf, Requests } from '../link/requests.ts';
import { type ArrivalFigures, NoteIntake } from '../notes/note-intake.ts';
import { OutgoingNotes } from '../notes/outgoing-notes.ts';
import type { PlayoutStyle } from '../notes/playout.ts';
import { type PlayerQuality, QualityExchange } from '../quality/quality.ts';
import { chatCommand, type PlayerSettings, playerCommand, updateCommand } from './commands.ts';
import { Moderation } from './moderation.ts';
import { noticeOf } from './notices.ts';
import { People } from './people.ts';
import { RoomPlace, type RoomTarget } from './room-place.ts';
import { RoomState, whyOut } from './room-state.ts';
import type { RoomEvents, RoomSnapshot } from './room-types.ts';
import { SharedTime } from './shared-time.ts';

export interface RoomOptions {
  /** The longest that a note of somebody else is held to cover jitter, µs; 500,000 unless told otherwise. */
  readonly maxPlayoutDelayUs?: number;
  /**
   * Whether one's own controllers, bends and pressure are thinned to 100 values a second each; true unless told otherwise.
   * A program that plays pieces event for event, and keeps to the quota with a Pacer, may say false.
   */
  readonly thinning?: boolean;
}

/** An answer to leaving that takes longer is not waited for. */
const leaveMs = 5_000;

/**
 * One place in one room, kept through lost sockets: it comes back by itself until it is closed. Made by
 * RoomtoneClient.openRoom().
 *
 * What asks the server for something rejects with its refusal, a RoomtoneError, or with a ConnectionProblem:
 * `not-joined` when nothing was sent, `unconfirmed` when the connection was lost for good before the answer. A request
 * outlives a lost socket as the connection does.
 */
export class RoomConnection {
  /** The first snapshot. Rejects with a RoomtoneError when the server refuses or the connection is closed before. */
  readonly ready: Promise<RoomSnapshot>;
  readonly moderation: Moderation;
  readonly people: People;
  readonly time: SharedTime;
  readonly #environment: Environment;
  readonly #emitter = new Emitter<RoomEvents>();
  readonly #requests = new Requests((message) => this.#link.send(message));
  readonly #clock = new ClockSync();
  readonly #notes: NoteIntake;
  readonly #outgoing: OutgoingNotes;
  readonly #room: RoomState;
  readonly #quality: QualityExchange;
  readonly #link: PlaceLink;
  readonly #ready = deferred<RoomSnapshot>();
  readonly #closed = deferred<void>();
  #player: PlayerSettings = {};
  #leaving = false;
  #overQuota = 0;
  /** How many events had been dropped when the room was joined. */
  #droppedBefore = 0;

  /** @param address gets a ticket's whole WebSocket address, for a fresh connection or one that goes on. */
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
    this.people = new People(this.#requests);
    this.time = new SharedTime(this.#requests, this.#emitter, this.#notes, serverNowUs);
    const send = (message: Outgoing<'midiMessage' | 'quality'>) => this.#link.send(message);
    this.#outgoing = new OutgoingNotes(options.thinning ?? true, {
      timers,
      serverNowUs,
      send: (body) => send({ kind: 'midiMessage', body }),
    });
    this.#quality = new QualityExchange(this.#notes, {
      timers,
      serverNowUs,
      send,
      rttUs: () => this.clock?.rttUs,
      dropped: () => this.dropped - this.#droppedBefore,
      others: () => [...this.participants.keys()].filter((number) => number !== this.snapshot?.self),
      onFigures: (all) => this.#emitter.emit('quality', all),
    });
    this.ready = this.#ready.promise;
    // Whoever follows `state` alone must not be punished for leaving `ready` alone.
    this.ready.catch(() => {});
    const place = new RoomPlace(target);
    this.#link = new PlaceLink(place, this.#requests.nextId(), environment, address, {
      welcomed: ({ serverTime }, arrivedUs) => this.#clock.guess(serverTime, arrivedUs),
      clock: (sample) => {
        const { reading, stepped } = this.#clock.add(sample);
        if (stepped) this.#notes.reset();
        this.#emitter.emit('clock', reading);
      },
      arrived: (message, me, how) => {
        const joined = place.arrive(message);
        if (joined !== undefined) this.#arrived(joined, me, how);
      },
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      problem: (error) => this.#emitter.emit('problem', error),
      lost: () => {
        this.#outgoing.stop();
        this.#quality.stop();
        // Nothing tells when it comes back, and no note may hang until then.
        this.#room.silenceAll();
      },
      unconfirmed: () => this.#requests.giveUp(),
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

  /** MIDI events of one's own that were lost: not sent because the room was not joined, or over the server's quota. */
  get dropped(): number {
    return this.#outgoing.dropped + this.#overQuota;
  }

  /** How it goes with each of the others; the `quality` event tells it every 2 s. */
  get quality(): readonly PlayerQuality[] {
    return this.#quality.all();
  }

  /** How another participant's notes arrive; undefined before their first. */
  playout(participant: number): ArrivalFigures | undefined {
    return this.#notes.figures(participant, this.serverNowUs());
  }

  /** How others' notes are held here from now on, for oneself alone: `steady` at first. Matched playout goes before it. */
  preferPlayout(style: PlayoutStyle): void {
    this.#notes.prefer(style);
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
   * Plays one MIDI channel voice message; it leaves at once, but for values in passing of one controller beyond 100 a
   * second. False when it did not: the room is not joined (counted in `dropped`), or the bytes are something else, such
   * as a system message.
   * @param atServerUs when it was played, service clock; now unless told otherwise.
   */
  play(data: Uint8Array, atServerUs: number = this.serverNowUs()): boolean {
    return this.#outgoing.play(data, atServerUs);
  }

  /**
   * Sends many events in as few frames as the limits allow, thinned as play() does. False when the room is not joined.
   * @throws {RangeError} when an event is not a channel voice message, or times decrease.
   */
  sendMidi(events: readonly TimedEvent[]): boolean {
    return this.#outgoing.sendMidi(events);
  }

  /** Says something; resolves with the message as the room got it. */
  async chat(text: string): Promise<ChatMessage> {
    const issue = textIssue(text.trim(), limits.chatMessage, 'lineFeeds');
    if (issue !== undefined) throw validationError([{ field: 'message', ...issue }]);
    const answer = await this.#requests.ask(chatCommand(text));
    if (answer.kind === 'chatMessage') return answer.body;
    throw new ConnectionProblem('unexpected-answer', `The server answered a chat message with ${answer.kind}.`);
  }

  /** Tells the others whether one is typing; false when the room is not joined. */
  typing(typing: boolean): boolean {
    return this.#link.send({ kind: 'userCommand', body: { typing } });
  }

  /** Sets how one appears to the room, kept through reconnections; what is left out stays. */
  async setPlayer(settings: PlayerSettings): Promise<void> {
    await this.#requests.tell(playerCommand(settings));
    this.#player = { ...this.#player, ...settings };
  }

  /** Changes the room; its owner only. What is left out stays. */
  update(changes: UpdateRoomBody): Promise<void> {
    return this.#requests.tell(updateCommand(changes));
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

  #arrived(joined: RoomJoined & { readonly room: Room }, me: Welcome, how: Arrival): void {
    if (how === 'fresh') {
      this.#notes.restart();
      this.time.begin(joined.transport);
      this.#droppedBefore = this.dropped;
      // A fresh join begins with the server's choice of colour and instrument.
      if (Object.keys(this.#player).length > 0) this.#link.send(playerCommand(this.#player));
    } else if (how === 'resumed') this.#requests.sendAgain();
    const snapshot = this.#room.enter(joined, me);
    this.#quality.start();
    if (how !== 'again') this.#stateChanged(this.state);
    if (this.state.status === 'joined') this.#emitter.emit('joined', snapshot);
    this.#ready.resolve(snapshot);
  }

  #received(message: Message, arrivedUs: number): void {
    switch (message.kind) {
      case 'midiMessage':
        this.#emitter.emit('notes', this.#notes.take(message, this.#serviceUs(arrivedUs)));
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
    // The room first, so that an echo has been told to everybody when chat() resolves.
    const isApplied = this.#room.apply(message) || this.time.apply(message);
    if (message.kind === 'participantLeft') this.#quality.forget(message.body.participant?.number ?? 0);
    const reason = whyOut(message);
    if (reason !== undefined) this.#link.close(reason);
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
    // One who was leaving does not come back.
    if (state.status === 'reconnecting' && this.#leaving) this.close();
  }
}
