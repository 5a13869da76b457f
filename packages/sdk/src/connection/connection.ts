import { afterClose, type ClientMember, limits, type Message, type Outgoing, type Welcome } from '@roomtone/protocol';
import type { ClockSample } from '../clock/clock-sync.ts';
import type { Environment } from '../environment.ts';
import { asClientError, type ClientError, ConnectionError } from '../errors.ts';
import { ClientSocket, type ResumePoint } from './client-socket.ts';
import type { CloseReason, ConnectionState } from './connection-state.ts';
import { askedDelayMs, isFull, reconnectDelayMs, type SocketEnd, whyStop } from './reconnect-policy.ts';
import { errorOf } from './requests.ts';
import { SleepWatch } from './sleep-watch.ts';

/** Something that a connection keeps joined: a room or the lobby. */
export interface Destination {
  /** The message that joins on a new connection. */
  joinMessage(): Outgoing<ClientMember>;
  /** True if joining also creates something, which must not happen twice. */
  readonly creates: boolean;
  /** True for the answer to joining, and for a later snapshot. */
  isJoined(message: Message): boolean;
  /** True if a lost connection is resumed; otherwise every socket joins again. */
  readonly resumes: boolean;
}

/**
 * How the client got in. fresh: it joined. resumed: the connection was resumed, after a replay of everything missed.
 * again: a new snapshot while it was in.
 */
export type JoinKind = 'fresh' | 'resumed' | 'again';

export interface ConnectionHandlers {
  /** A new socket got its welcome. */
  welcomed(welcome: Welcome, arrivedUs: number): void;
  clock(sample: ClockSample): void;
  /** True while the player holds notes. */
  readonly isHolding?: (() => boolean) | undefined;
  /** The state is now `joined`; the handler reports it if that is new. */
  joined(message: Message, me: Welcome, how: JoinKind): void;
  /** Every other message while joined and in the replay before a resumed join; notifications also before a join. */
  message(message: Message, arrivedUs: number): void;
  /** An error for which nobody waits. */
  problem(error: ClientError): void;
  /** No longer joined. A new state follows. */
  lost(): void;
  /** Requests sent so far will not be answered any more. */
  unconfirmed(): void;
  state(state: ConnectionState): void;
}

/** An attempt that takes longer counts as failed. */
const attemptMs = 15_000;
/**
 * A shorter stay does not reset the back-off: otherwise a connection that fails right after joining would be retried
 * in quick succession.
 */
const stableAfterUs = 5_000_000;

/**
 * Keeps a room or the lobby joined when sockets are lost: it connects, resumes, backs off and decides when to stop.
 */
export class Connection {
  readonly #environment: Environment;
  readonly #address: (resumeToken: string | undefined) => Promise<string>;
  readonly #handlers: ConnectionHandlers;
  readonly #destination: Destination;
  readonly #joinId: number;
  readonly #stopWatching: () => void;
  #state: ConnectionState = { status: 'connecting' };
  #socket: ClientSocket | undefined;
  #me: Welcome | undefined;
  /** Where the next socket can resume. */
  #resumable: ResumePoint | undefined;
  #lostUs = 0;
  #everJoined = false;
  #attempt = 0;
  /** How the last attempt failed. */
  #failure: ConnectionError | undefined;
  #fullInARow = 0;
  #joinedUs = 0;
  #isOffline = false;
  /** Fires when the attempt takes too long or when the next one is due. */
  #timer: unknown;

  /**
   * @param address gets a ticket and resolves with the address to open, for a new connection or a resume.
   * @param joinId the requestId of the join message, which no other request uses.
   */
  constructor(
    destination: Destination,
    joinId: number,
    environment: Environment,
    address: (resumeToken: string | undefined) => Promise<string>,
    handlers: ConnectionHandlers,
  ) {
    this.#destination = destination;
    this.#joinId = joinId;
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

  /** Sends immediately; returns false unless joined. */
  send(message: Outgoing<ClientMember>): boolean {
    return this.#state.status === 'joined' && this.#socket?.send(message) === true;
  }

  /** Sends an encoded frame, as send() does. */
  sendFrame(frame: Uint8Array): boolean {
    return this.#state.status === 'joined' && this.#socket?.sendFrame(frame) === true;
  }

  /**
   * Closes the connection because joining took too long, or was aborted.
   * @returns why, which the last failure explains better than that time has passed.
   */
  giveUp(error: ConnectionError): ConnectionError {
    const explained = error.reason === 'timeout' ? (this.#failure ?? error) : error;
    this.close({ kind: 'failed', error: explained });
    return explained;
  }

  /** Closes the connection for good. */
  close(reason: CloseReason): void {
    if (this.#state.status === 'closed') return;
    this.#environment.timers.clearTimeout(this.#timer);
    this.#stopWatching();
    this.#socket?.close();
    this.#socket = undefined;
    this.#become({ status: 'closed', reason });
    this.#handlers.unconfirmed();
  }

  #connect(): void {
    this.#environment.timers.clearTimeout(this.#timer);
    const start = this.#resumable;
    const socket = new ClientSocket(this.#environment, start, () => this.#address(start?.resumeToken), {
      // Its `clock` and `isHolding`; the others come below.
      ...this.#handlers,
      welcome: (welcome, arrivedUs) => this.#welcomed(socket, welcome, arrivedUs),
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      unreadable: (error) => this.#handlers.problem(asClientError(error)),
      ended: (end) => this.#ended(socket, end),
    });
    this.#socket = socket;
    const error = new ConnectionError('timeout', 'The server did not answer in time.');
    this.#timer = this.#environment.timers.setTimeout(() => socket.abandon({ kind: 'failed', error }), attemptMs);
  }

  #welcomed(socket: ClientSocket, welcome: Welcome, arrivedUs: number): void {
    this.#me = welcome;
    this.#handlers.welcomed(welcome, arrivedUs);
    // No need to join: the replay follows, and then the snapshot.
    if (welcome.resumed) return;
    this.#startOver();
    socket.send({ ...this.#destination.joinMessage(), requestId: this.#joinId });
  }

  #received(message: Message, arrivedUs: number): void {
    if (this.#destination.isJoined(message)) this.#joined(message);
    // Notifications arrive as soon as there is a connection, and only once.
    else if (message.kind === 'notification') this.#handlers.message(message, arrivedUs);
    else if (this.#state.status === 'joined' || this.#me?.resumed === true) this.#handlers.message(message, arrivedUs);
    else if (message.kind === 'error') {
      const error = errorOf(message);
      if (message.requestId === this.#joinId) this.#socket?.abandon({ kind: 'failed', error });
      else this.#handlers.problem(error);
    }
  }

  #joined(message: Message): void {
    const me = this.#me;
    if (me === undefined) return;
    if (this.#state.status === 'joined') {
      this.#handlers.joined(message, me, 'again');
      return;
    }
    this.#environment.timers.clearTimeout(this.#timer);
    this.#everJoined = true;
    this.#joinedUs = this.#environment.timers.nowUs();
    this.#state = { status: 'joined' };
    this.#handlers.joined(message, me, me.resumed ? 'resumed' : 'fresh');
  }

  #ended(socket: ClientSocket, end: SocketEnd): void {
    const { timers, random } = this.#environment;
    timers.clearTimeout(this.#timer);
    this.#socket = undefined;
    this.#fullInARow = isFull(end) ? this.#fullInARow + 1 : 0;
    const creating = this.#destination.creates && !this.#everJoined && this.#me !== undefined;
    const reason = whyStop(end, { everJoined: this.#everJoined, creating, fullInARow: this.#fullInARow });
    if (reason !== undefined) {
      this.close(reason);
      return;
    }
    this.#failure = failureOf(end);
    const nowUs = timers.nowUs();
    this.#keepResumePoint(socket, end, nowUs);
    if (this.#state.status === 'joined' && nowUs - this.#joinedUs >= stableAfterUs) this.#attempt = 0;
    this.#attempt++;
    const delayMs = Math.max(reconnectDelayMs(this.#attempt, random()), askedDelayMs(end, timers.wallMs()));
    this.#timer = timers.setTimeout(() => this.#connect(), delayMs);
    const retryAtMs = timers.wallMs() + delayMs;
    this.#become({ status: 'reconnecting', attempt: this.#attempt, retryAtMs, offline: this.#isOffline });
  }

  /** Keeps what the next socket needs to resume, unless the server can no longer have the connection (R10.1). */
  #keepResumePoint(socket: ClientSocket, end: SocketEnd, nowUs: number): void {
    const wasJoined = this.#state.status === 'joined' || this.#me?.resumed === true;
    if (this.#destination.resumes && wasJoined && this.#me !== undefined) {
      this.#lostUs = nowUs;
      this.#resumable = { resumeToken: this.#me.resumeToken, lastSequence: socket.lastSequence };
    }
    this.#me = undefined;
    const isOver = end.kind === 'closed' && afterClose(end.code) !== 'resume';
    if (isOver || nowUs - this.#lostUs > limits.resumeWindowMs * 1000) this.#startOver();
  }

  #startOver(): void {
    this.#resumable = undefined;
    this.#handlers.unconfirmed();
  }

  #network(isOffline: boolean): void {
    this.#isOffline = isOffline;
    const state = this.#state;
    // It keeps trying: a server on this machine needs no network.
    if (isOffline && state.status === 'reconnecting') this.#become({ ...state, offline: true });
    else this.#check();
  }

  /** The connection may have been lost, or may be possible again. */
  #check(): void {
    if (this.#socket === undefined) this.#connect();
    else this.#socket.probe();
  }

  #become(state: ConnectionState): void {
    const wasJoined = this.#state.status === 'joined';
    this.#state = state;
    this.#environment.logger?.debug(`The connection is ${state.status}.`, state);
    if (wasJoined) this.#handlers.lost();
    // A handler may have closed the connection and reported that already.
    if (this.#state === state) this.#handlers.state(state);
  }
}

function failureOf(end: SocketEnd): ConnectionError | undefined {
  if (end.kind === 'closed') return new ConnectionError('unreachable', 'The connection was lost.');
  return end.error instanceof ConnectionError ? end.error : undefined;
}
