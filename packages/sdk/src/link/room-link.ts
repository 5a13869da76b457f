import type { ClientMember, Message, Outgoing, Room, RoomJoined, RoomtoneError, Welcome } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import type { ClockSample } from '../clock/clock-sync.ts';
import type { Environment } from '../environment.ts';
import { asRoomtoneError, ConnectionProblem } from '../errors.ts';
import { createCommand, joinCommand } from '../room/commands.ts';
import type { CloseReason, ConnectionState, JoinRequest } from '../room/room-types.ts';
import { Link } from './link.ts';
import { askedDelayMs, isFull, type LinkEnd, reconnectDelayMs, whyStop } from './reconnect-policy.ts';
import { errorOf } from './requests.ts';

/** A room to join, or one to make and join. */
export type RoomTarget = JoinRequest | { readonly create: CreateRoomBody };

export interface RoomLinkHandlers {
  /** Another connection begins. */
  welcomed(welcome: Welcome, arrivedUs: number): void;
  clock(sample: ClockSample): void;
  /** A snapshot: of a fresh join, or once more of the room one is in. */
  entered(snapshot: RoomJoined & { readonly room: Room }, me: Welcome, isFresh: boolean): void;
  /** What else comes while the room is joined. */
  message(message: Message, arrivedUs: number): void;
  problem(error: RoomtoneError): void;
  /** The room is no longer joined. A new state follows. */
  lost(): void;
  state(state: ConnectionState): void;
}

/** An attempt that has not joined by then counts as lost. */
const attemptMs = 15_000;
/** Shorter stays do not start the back-off anew: else what fails right after joining would be tried in haste. */
const lastingUs = 5_000_000;

/** A place in a room that outlives sockets: attempts, back-off and the decision to stop. */
export class RoomLink {
  readonly #environment: Environment;
  readonly #address: () => Promise<string>;
  readonly #handlers: RoomLinkHandlers;
  readonly #joinId: number;
  readonly #ignoreOnline: () => void;
  #target: RoomTarget;
  #state: ConnectionState = { status: 'connecting' };
  #link: Link | undefined;
  #me: Welcome | undefined;
  #everJoined = false;
  #attempt = 0;
  #fullInARow = 0;
  #joinedUs = 0;
  /** The end of the attempt's time, or of the wait before the next. */
  #timer: unknown;

  /**
   * @param address gets a fresh ticket's whole address.
   * @param joinId the requestId of joins, which no other request has.
   */
  constructor(
    target: RoomTarget,
    joinId: number,
    environment: Environment,
    address: () => Promise<string>,
    handlers: RoomLinkHandlers,
  ) {
    this.#target = target;
    this.#joinId = joinId;
    this.#environment = environment;
    this.#address = address;
    this.#handlers = handlers;
    this.#ignoreOnline = environment.onOnline(() => {
      if (this.#link === undefined) this.#connect();
    });
    this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Sends at once; false unless the room is joined. */
  send(message: Outgoing<ClientMember>): boolean {
    return this.#state.status === 'joined' && this.#link?.send(message) === true;
  }

  /** Ends it for good. */
  close(reason: CloseReason): void {
    if (this.#state.status === 'closed') return;
    this.#environment.timers.clearTimeout(this.#timer);
    this.#ignoreOnline();
    this.#link?.close();
    this.#link = undefined;
    this.#become({ status: 'closed', reason });
  }

  #connect(): void {
    this.#environment.timers.clearTimeout(this.#timer);
    const link = new Link(this.#environment, this.#address, {
      welcome: (welcome, arrivedUs) => {
        this.#me = welcome;
        this.#handlers.welcomed(welcome, arrivedUs);
        const command = 'create' in this.#target ? createCommand(this.#target.create) : joinCommand(this.#target);
        link.send({ ...command, requestId: this.#joinId });
      },
      message: (message, arrivedUs) => this.#received(message, arrivedUs),
      clock: (sample) => this.#handlers.clock(sample),
      unreadable: (error) => this.#handlers.problem(asRoomtoneError(error)),
      ended: (end) => this.#ended(end),
    });
    this.#link = link;
    const error = new ConnectionProblem('timeout', 'The server did not let us in in time.');
    this.#timer = this.#environment.timers.setTimeout(() => link.abandon({ kind: 'failed', error }), attemptMs);
  }

  #received(message: Message, arrivedUs: number): void {
    if (message.kind === 'roomJoined') this.#entered(message);
    else if (this.#state.status === 'joined') this.#handlers.message(message, arrivedUs);
    else if (message.kind === 'error') {
      const error = errorOf(message);
      if (message.requestId === this.#joinId) this.#link?.abandon({ kind: 'failed', error });
      else this.#handlers.problem(error);
    }
  }

  #entered({ body }: Message<'roomJoined'>): void {
    const { room } = body;
    if (this.#me === undefined || room === undefined) return;
    if (this.#state.status === 'joined') {
      this.#handlers.entered({ ...body, room }, this.#me, false);
      return;
    }
    this.#environment.timers.clearTimeout(this.#timer);
    this.#everJoined = true;
    this.#joinedUs = this.#environment.timers.nowUs();
    if ('create' in this.#target) {
      // Coming back must not make the room again.
      this.#target = { roomId: room.roomId, password: this.#target.create.password ?? '' };
    }
    this.#state = { status: 'joined' };
    this.#handlers.entered({ ...body, room }, this.#me, true);
  }

  #ended(end: LinkEnd): void {
    const { timers, random } = this.#environment;
    timers.clearTimeout(this.#timer);
    this.#link = undefined;
    this.#fullInARow = isFull(end) ? this.#fullInARow + 1 : 0;
    const creating = 'create' in this.#target && this.#me !== undefined;
    const reason = whyStop(end, { everJoined: this.#everJoined, creating, fullInARow: this.#fullInARow });
    if (reason !== undefined) {
      this.close(reason);
      return;
    }
    const nowUs = timers.nowUs();
    if (this.#state.status === 'joined' && nowUs - this.#joinedUs >= lastingUs) this.#attempt = 0;
    this.#attempt++;
    const delayMs = Math.max(reconnectDelayMs(this.#attempt, random()), askedDelayMs(end, nowUs / 1000));
    this.#timer = timers.setTimeout(() => this.#connect(), delayMs);
    this.#become({ status: 'reconnecting', attempt: this.#attempt, retryAtMs: nowUs / 1000 + delayMs });
  }

  #become(state: ConnectionState): void {
    const wasJoined = this.#state.status === 'joined';
    this.#state = state;
    if (wasJoined) this.#handlers.lost();
    // A handler may have closed the connection meanwhile and heard so already.
    if (this.#state === state) this.#handlers.state(state);
  }
}
