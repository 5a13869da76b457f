import { closeCodes, LeaveReason, limits, midiIssue, RoomtoneError, validationError } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { BadFrames } from '../../domain/bad-frames.ts';
import { leaveReasonOf } from '../../domain/departure.ts';
import { membersOnly, muted, type Visitor } from '../../domain/permissions.ts';
import type { Member } from '../../domain/room.ts';
import { SlidingWindow } from '../../domain/sliding-window.ts';
import type { Clock, Identity } from '../../ports/ports.ts';
import type { Log } from '../realtime.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { RoomHost } from '../rooms/room-host.ts';
import type { Activity } from '../social/activity.ts';
import type { ClientMessage, Codec, Outgoing } from '../sockets/codec.ts';
import type { OpenSocket } from '../sockets/socket-line.ts';
import type { SharedTurn } from '../sockets/turn.ts';
import { errorBody } from './bodies.ts';
import { CommandQueue } from './command-queue.ts';
import { Connection, type ConnectionEvents } from './connection.ts';

/** Where a connection is: one room at most. */
export type Place =
  | { readonly status: 'outside' }
  | { readonly status: 'inside'; readonly host: RoomHost; readonly member: Member };

export interface ClientDeps {
  readonly clock: Clock;
  readonly codec: Codec;
  readonly turn: SharedTurn;
  readonly paced: Pick<PacedWork, 'run'>;
  readonly log: Log;
  readonly counters: RealtimeCounters;
  readonly rooms: RoomDirectory;
  readonly activity: Pick<Activity, 'entered' | 'left'>;
  /** Acts on everything but notes and heartbeats; what it throws is the answer. */
  readonly act: (client: Client, message: Command) => Promise<void>;
  /** Somebody of the same login session who waits in that room to resume. */
  readonly waitingFor: (client: Client, host: RoomHost) => Client | undefined;
  /** The client has to be looked at soon: see sweep(). */
  readonly onRestless: (client: Client) => void;
  /** The client has everything up to this place in its reliable stream. */
  readonly onAcknowledged: (client: Client, sequence: number) => void;
  /** The connection is over for good; `isLost` where it did not end in good order. */
  readonly onGone: (client: Client, isLost: boolean) => void;
}

/** What waits for its turn: everything a client sends but notes and heartbeats. */
export type Command = Exclude<ClientMessage, { readonly kind: 'midiMessage' | 'heartbeat' }>;

const outside: Place = { status: 'outside' };
const maxWaitingCommands = 64;

/** Whoever is at the other end of a connection: what comes in from them, and which room they are in. */
export class Client implements ConnectionEvents {
  readonly connection: Connection;
  readonly identity: Identity;
  readonly #deps: ClientDeps;
  readonly #commands: CommandQueue<Command>;
  readonly #badFrames = new BadFrames();
  readonly #noteRefusals = new SlidingWindow({ count: 1, windowMs: 1000 });
  #place: Place = outside;
  /** A number from the beginning, as in NoteQuota. */
  #actedUs = 0;

  constructor(socket: OpenSocket, options: { id: string; identity: Identity }, deps: ClientDeps) {
    this.#deps = deps;
    this.identity = options.identity;
    this.#actedUs = deps.clock.serviceUs();
    this.#commands = new CommandQueue(maxWaitingCommands, (command) => this.#act(command));
    this.connection = new Connection(socket, options.id, deps, this);
    deps.counters.connections++;
  }

  get place(): Place {
    return this.#place;
  }

  /** Service clock, µs: when this client last sent a note, chat or command; when it came before the first. */
  get actedUs(): number {
    return this.#actedUs;
  }

  /** Sends something to this client alone, in its reliable stream; returns its place there. */
  tell(message: Outgoing, requestId: number): number {
    return this.connection.deliver(this.#deps.codec.encode(message), requestId);
  }

  /**
   * Takes the connection off the socket it has, if any (4409); resolves, once everything that came in over it has been
   * answered, with whether resume() may follow. A connection that cannot be resumed any more is over then.
   */
  async makeWay(): Promise<boolean> {
    // Looked at again each time: meanwhile another socket may have come, and commands over it.
    while (this.connection.isAttached || this.#commands.isBusy) {
      if (this.connection.isAttached) this.connection.close(closeCodes.resumedElsewhere);
      await this.#commands.settled();
    }
    if (this.connection.canResume) return true;
    this.connection.giveUp();
    return false;
  }

  /** Goes on over another socket, where the connection can: in the same room as the same participant. */
  resume(socket: OpenSocket, welcome: Outgoing<'welcome'>): void {
    const place = this.#place;
    const snapshot = place.status === 'inside' ? place.host.snapshot(place.member) : undefined;
    this.connection.resume(socket, { welcome: this.#deps.codec.encode(welcome), snapshot });
    this.#deps.counters.connections++;
  }

  /**
   * Goes into a room that is held, out of the one before; nothing happens when the connection is over.
   * @throws {RoomtoneError} as the domain's checkJoin() does; then the client is where it was.
   */
  enter(host: RoomHost, visitor: Visitor, requestId: number): void {
    if (!this.connection.isOpen) return;
    const former = this.#deps.waitingFor(this, host);
    const replaced = former?.place.status === 'inside' ? former.place.member : undefined;
    host.checkJoin(visitor, replaced);
    this.leaveRoom(LeaveReason.SWITCHED);
    this.#deps.rooms.hold(host);
    former?.connection.giveUp();
    const member = host.join(this.connection, visitor, requestId, replaced);
    this.#place = { status: 'inside', host, member };
    if (this.identity.kind === 'user') this.#deps.activity.entered(this.identity.userId, member);
  }

  /** Goes out of the room; nothing happens outside. @param putOut whose doing it is, where it is not the client's own. */
  leaveRoom(reason: LeaveReason, putOut?: { readonly note: string; readonly by: number }): void {
    if (this.#place.status === 'outside') return;
    const { host, member } = this.#place;
    this.#place = outside;
    if (this.identity.kind === 'user') this.#deps.activity.left(this.identity.userId, member);
    host.leave(member, reason, putOut);
    this.#deps.rooms.release(host);
  }

  /**
   * What time brings: timeouts, reports of dropped notes, values that the quota held back, a snapshot for who has caught
   * up. Returns whether any of the last three is still to come.
   */
  sweep(nowUs: number): boolean {
    this.connection.sweep(nowUs);
    if (this.#place.status === 'outside') return false;
    const { host, member } = this.#place;
    host.sweep(this.connection, member, nowUs);
    this.#reportDropped(member, nowUs);
    return member.quota.isExceeded || this.connection.hasMissedNotes;
  }

  onFrame(bytes: Uint8Array): boolean {
    const { clock, codec } = this.#deps;
    const nowUs = clock.serviceUs();
    let message: ClientMessage;
    try {
      message = codec.decode(bytes);
    } catch (error) {
      this.#refuse(error, codec.requestIdOf(bytes));
      return true;
    }
    if (message.kind === 'heartbeat') {
      this.#heartbeat(message, nowUs);
      return true;
    }
    this.#actedUs = nowUs;
    if (message.kind === 'midiMessage') {
      this.#notes(message, nowUs);
      return true;
    }
    if (this.#commands.push(message)) return false;
    const details = { limit: maxWaitingCommands, reset: Math.ceil(clock.nowMs() / 1000) };
    this.#refuse(
      new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many commands are waiting.', details),
      message.requestId,
    );
    return true;
  }

  #heartbeat(message: ClientMessage<'heartbeat'>, nowUs: number): void {
    const { clock, codec } = this.#deps;
    this.connection.heartbeat(nowUs, message.body.lastSequence);
    this.#deps.onAcknowledged(this, message.body.lastSequence);
    const body = {
      clientTime: message.body.clientTime,
      lastSequence: 0,
      serverReceiveTime: nowUs,
      serverSendTime: clock.serviceUs(),
    };
    this.connection.deliverAside(codec.encode({ kind: 'heartbeat', body }), message.requestId);
  }

  #notes(message: ClientMessage<'midiMessage'>, nowUs: number): void {
    const issue = midiIssue(message.body);
    if (issue !== undefined) {
      this.#refuse(validationError([{ field: 'midiMessage', issue }]), message.requestId);
      return;
    }
    const place = this.#place;
    if (place.status === 'inside' && !place.member.guest) this.#play(message, place.host, place.member, nowUs);
    else this.#refuseNotes(this.identity.kind === 'guest' ? membersOnly : notInRoom, message.requestId, nowUs);
  }

  #play(message: ClientMessage<'midiMessage'>, host: RoomHost, member: Member, nowUs: number): void {
    const outcome = host.play(member, message.body, nowUs);
    if (outcome === 'relayed') this.#relayed(message, member, nowUs);
    else if (outcome === 'muted') this.#refuseNotes(muted, message.requestId, nowUs);
    else this.connection.close(closeCodes.badFrames);
  }

  #relayed(message: ClientMessage<'midiMessage'>, member: Member, nowUs: number): void {
    const { clock, counters } = this.#deps;
    counters.notesIn += message.body.offsets.length;
    counters.relayLatency.add(clock.serviceUs() - nowUs);
    if (!member.quota.isExceeded) return;
    this.#reportDropped(member, nowUs);
    this.#deps.onRestless(this);
  }

  /** Says so once a second at most: notes come by the hundred. */
  #refuseNotes(why: () => RoomtoneError, requestId: number, nowUs: number): void {
    const nowMs = nowUs / 1000;
    if (this.#noteRefusals.isFull(nowMs)) return;
    this.#noteRefusals.add(nowMs);
    this.#refuse(why(), requestId);
  }

  #reportDropped(member: Member, nowUs: number): void {
    const dropped = member.quota.takeReport(nowUs);
    if (dropped === 0) return;
    this.#deps.counters.notesOverQuota += dropped;
    const details = {
      dropped,
      limit: limits.midi.eventsPerSecond,
      reset: Math.ceil(this.#deps.clock.nowMs() / 1000) + 1,
    };
    this.#refuse(new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many notes: some were dropped.', details), 0);
  }

  async #act(command: Command): Promise<void> {
    try {
      await this.#deps.act(this, command);
    } catch (error) {
      this.#refuse(error, command.requestId);
    }
  }

  #refuse(error: unknown, requestId: number): void {
    const { clock, log } = this.#deps;
    if (!(error instanceof RoomtoneError)) {
      log.error({ err: error, connectionId: this.connection.id }, 'a command failed');
    }
    const body = errorBody(error);
    this.tell({ kind: 'error', body }, requestId);
    if (body.code === 'VALIDATION_ERROR' && this.#badFrames.add(clock.serviceUs() / 1000)) {
      this.connection.close(closeCodes.badFrames);
    }
  }

  onMissedNotes(): void {
    this.#deps.onRestless(this);
  }

  onSocketEnd(closeCode: number): void {
    const { counters, log } = this.#deps;
    counters.connections--;
    if (closeCode === closeCodes.cannotKeepUp) counters.slowConsumersClosed++;
    log.info({ connectionId: this.connection.id, closeCode }, 'socket closed');
    if (this.#place.status === 'inside') this.#place.host.silence(this.#place.member);
  }

  onGone(closeCode: number): void {
    this.#commands.clear();
    const reason = leaveReasonOf(closeCode);
    this.leaveRoom(reason);
    this.#deps.onGone(this, reason === LeaveReason.LOST);
  }
}

/** The AUTHORIZATION_ERROR for what can only be done inside a room. */
export function notInRoom(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This needs a room: join one first.', { reason: 'not_in_room' });
}
