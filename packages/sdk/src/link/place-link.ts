import type { RoomtoneError } from '@roomtone/protocol';
import { afterClose, type ClientMember, limits, type Message, type Outgoing, type Welcome } from '@roomtone/protocol';
import type { ClockSample } from '../clock/clock-sync.ts';
import type { Environment } from '../environment.ts';
import { asRoomtoneError, ConnectionProblem } from '../errors.ts';
import type { CloseReason, ConnectionState } from './connection-state.ts';
import { Link, type LinkStart } from './link.ts';
import { askedDelayMs, isFull, type LinkEnd, reconnectDelayMs, whyStop } from './reconnect-policy.ts';
import { errorOf } from './requests.ts';
import { SleepWatch } from './sleep-watch.ts';

/** What a link keeps its owner in: a room, or the lobby. */
export interface Place {
  /** What gets one in over a fresh connection. */
  entry(): Outgoing<ClientMember>;
  /** Whether the entry makes something that a second one would make twice. */
  readonly creates: boolean;
  /** Whether this says that one is in: the answer to the entry, or the place once more. */
  isArrival(message: Message): boolean;
  /** Whether a lost connection is resumed; else each one begins anew. */
  readonly resumes: boolean;
}

/**
 * How one came in. fresh: by an entry. resumed: after a lost socket, with all that was missed replayed before.
 * again: without having been out.
 */
export type Arrival = 'fresh' | 'resumed' | 'again';

export interface PlaceHandlers {
  /** Another socket begins. */
  welcomed(welcome: Welcome, arrivedUs: number): void;
  clock(sample: ClockSample): void;
  /** The state is `joined`; the handler tells of it where that is new. */
  arrived(message: Message, me: Welcome, how: Arrival): void;
  /** What else comes in the place, and in the replay before a resumed arrival; notifications also before any arrival. */
  message(message: Message, arrivedUs: number): void;
  problem(error: RoomtoneError): void;
  /** One is in the place no longer. A new state follows. */
  lost(): void;
  /** What was asked over connections so far is answered no more. */
  unconfirmed(): void;
  state(state: ConnectionState): void;
}

/** An attempt that has not arrived by then counts as lost. */
const attemptMs = 15_000;
/** Shorter stays do not start the back-off anew: else what fails right after joining would be tried in haste. */
const lastingUs = 5_000_000;

/** Keeps its owner in a place through lost sockets: attempts, resuming, back-off and the decision to stop. */
export class PlaceLink {
  readonly #environment: Environment;
  readonly #address: (resumeToken: string | undefined) => Promise<string>;
  readonly #handlers: PlaceHandlers;
  readonly #place: Place;
  readonly #entryId: number;
  readonly #stopWatching: () => void;
  #state: ConnectionState = { status: 'connecting' };
  #link: Link | undefined;
  #me: Welcome | undefined;
  /** What the next socket may go on from. */
  #resumable: LinkStart | undefined;
  #lostUs = 0;
  #everJoined = false;
  #attempt = 0;
  #fullInARow = 0;
  #joinedUs = 0;
  #isOffline = false;
  /** The end of the attempt's time, or of the wait before the next. */
  #timer: unknown;

  /**
   * @param address gets a ticket's whole address, for a fresh connection or one that goes on.
   * @param entryId the requestId of entries, which no other request has.
   */
  constructor(
    place: Place,
    entryId: number,
    environment: Environment,
    address: (resumeToken: string | undefined) => Promise<string>,
    handlers: PlaceHandlers,
  ) {
    this.#place = place;
    this.#entryId = entryId;
    this.#environment = environment;
    this.#address = address;
    this.#handlers = handlers;
    const sleep = new SleepWatch(environment.timers, () => this.#check());
    const stopNetwork = environment.watchNetwork({
      woke: () => this.#check(),
      online: () => this.#network(false),
      offline: () => this.#network(true),
    });
    this.#stopWatching = () => {
      sleep.stop();
      stopNetwork();
    };
    this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Sends at once; false unless one is in the place. */
  send(message: Outgoing<ClientMember>): boolean {
    return this.#state.status === 'joined' && this.#link?.send(message) === true;
  }

  /** Ends it for good. */
  close(reason: CloseReason): void {
    if (this.#state.status === 'closed') return;
    this.#environment.timers.clearTimeout(this.#timer);
    this.#stopWatching();
    this.#link?.close();
    this.#link = undefined;
    this.#become({ status: 'closed', reason });
    this.#handlers.unconfirmed();
  }

  #connect(): void {
    this.#environment.timers.clearTimeout(this.#timer);
    const start = this.#resumable;
    const link = new Link(this.#environment, start, () => this.#address(start?.resumeToken), {
      welcome: (welcome, arrivedUs) => this.#welcomed(link, welcome, arrivedUs),
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      clock: (sample) => this.#handlers.clock(sample),
      unreadable: (error) => this.#handlers.problem(asRoomtoneError(error)),
      ended: (end) => this.#ended(link, end),
    });
    this.#link = link;
    const error = new ConnectionProblem('timeout', 'The server did not let us in in time.');
    this.#timer = this.#environment.timers.setTimeout(() => link.abandon({ kind: 'failed', error }), attemptMs);
  }

  #welcomed(link: Link, welcome: Welcome, arrivedUs: number): void {
    this.#me = welcome;
    this.#handlers.welcomed(welcome, arrivedUs);
    // Nothing to enter: the replay follows, and then what tells that one is in.
    if (welcome.resumed) return;
    this.#beginAnew();
    link.send({ ...this.#place.entry(), requestId: this.#entryId });
  }

  #received(message: Message, arrivedUs: number): void {
    if (this.#place.isArrival(message)) this.#arrived(message);
    // What concerns the user comes as soon as there is a connection, and only once.
    else if (message.kind === 'notification') this.#handlers.message(message, arrivedUs);
    else if (this.#state.status === 'joined' || this.#me?.resumed === true) this.#handlers.message(message, arrivedUs);
    else if (message.kind === 'error') {
      const error = errorOf(message);
      if (message.requestId === this.#entryId) this.#link?.abandon({ kind: 'failed', error });
      else this.#handlers.problem(error);
    }
  }

  #arrived(message: Message): void {
    const me = this.#me;
    if (me === undefined) return;
    if (this.#state.status === 'joined') {
      this.#handlers.arrived(message, me, 'again');
      return;
    }
    this.#environment.timers.clearTimeout(this.#timer);
    this.#everJoined = true;
    this.#joinedUs = this.#environment.timers.nowUs();
    this.#state = { status: 'joined' };
    this.#handlers.arrived(message, me, me.resumed ? 'resumed' : 'fresh');
  }

  #ended(link: Link, end: LinkEnd): void {
    const { timers, random } = this.#environment;
    timers.clearTimeout(this.#timer);
    this.#link = undefined;
    this.#fullInARow = isFull(end) ? this.#fullInARow + 1 : 0;
    const creating = this.#place.creates && !this.#everJoined && this.#me !== undefined;
    const reason = whyStop(end, { everJoined: this.#everJoined, creating, fullInARow: this.#fullInARow });
    if (reason !== undefined) {
      this.close(reason);
      return;
    }
    const nowUs = timers.nowUs();
    this.#keepWhatResumes(link, end, nowUs);
    if (this.#state.status === 'joined' && nowUs - this.#joinedUs >= lastingUs) this.#attempt = 0;
    this.#attempt++;
    const delayMs = Math.max(reconnectDelayMs(this.#attempt, random()), askedDelayMs(end, timers.wallMs()));
    this.#timer = timers.setTimeout(() => this.#connect(), delayMs);
    const retryAtMs = timers.wallMs() + delayMs;
    this.#become({ status: 'reconnecting', attempt: this.#attempt, retryAtMs, offline: this.#isOffline });
  }

  /** What is left of a connection for the next socket: nothing once the server cannot have kept it (R10.1). */
  #keepWhatResumes(link: Link, end: LinkEnd, nowUs: number): void {
    const wasIn = this.#state.status === 'joined' || this.#me?.resumed === true;
    if (this.#place.resumes && wasIn && this.#me !== undefined) {
      this.#lostUs = nowUs;
      this.#resumable = { resumeToken: this.#me.resumeToken, lastSequence: link.lastSequence };
    }
    this.#me = undefined;
    const isOver = end.kind === 'closed' && afterClose(end.code) !== 'resume';
    if (isOver || nowUs - this.#lostUs > limits.resumeWindowMs * 1000) this.#beginAnew();
  }

  #beginAnew(): void {
    this.#resumable = undefined;
    this.#handlers.unconfirmed();
  }

  #network(isOffline: boolean): void {
    this.#isOffline = isOffline;
    const state = this.#state;
    // Tried all the same: a server on this machine needs no network.
    if (isOffline && state.status === 'reconnecting') this.#become({ ...state, offline: true });
    else this.#check();
  }

  /** Something happened that may have cost the connection, or given it a chance. */
  #check(): void {
    if (this.#link === undefined) this.#connect();
    else this.#link.probe();
  }

  #become(state: ConnectionState): void {
    const wasJoined = this.#state.status === 'joined';
    this.#state = state;
    if (wasJoined) this.#handlers.lost();
    // A handler may have closed the connection meanwhile and heard so already.
    if (this.#state === state) this.#handlers.state(state);
  }
}
