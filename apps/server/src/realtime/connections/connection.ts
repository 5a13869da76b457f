import {
  type BorrowedNotesMessage,
  closeCodes,
  type DatagramReport,
  LeaveReason,
  limits,
  midiIssue,
  RoomtoneError,
  serviceLimits,
  validationError,
} from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import { BadFrames } from '../../domain/bad-frames.ts';
import { lacksScope, scopeRequired } from '../../domain/bot-scopes.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import { leaveReasonOf } from '../../domain/departure.ts';
import { accountRequired, type Visitor } from '../../domain/permissions.ts';
import { notesRefused } from '../../domain/rights.ts';
import type { Participant } from '../../domain/room.ts';
import { SlidingWindow } from '../../domain/sliding-window.ts';
import type { ConnectionCopy, KeptConnection, KeptConnections, KeptRoom } from '../../ports/kept-connections.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { NoteChannel } from '../delivery/note-channel.ts';
import type { Log } from '../log.ts';
import { displacedNote } from '../rooms/displaced.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { OpenSocket } from '../sockets/buffered-socket.ts';
import type { ClientMessage, Outgoing } from '../sockets/codec.ts';
import type { FrameUse } from '../sockets/short-frames.ts';
import { type Command, commandKind } from './command.ts';
import { CommandQueue } from './command-queue.ts';
import { ConnectionDatagrams, type ConnectionDatagramsDeps, type DatagramEvents } from './connection-datagrams.ts';
import type { StreamCopy, StreamStart } from './reliable-stream.ts';
import { ResumableSocket, type ResumableSocketEvents } from './resumable-socket.ts';
import { errorBody } from './wire-bodies.ts';

/** The room that a connection is in, if any. */
export type Location =
  | { readonly status: 'outside' }
  | { readonly status: 'inside'; readonly room: LiveRoom; readonly participant: Participant };

/** Receives what happens to connections. */
export interface ConnectionEvents {
  onJoinedRoom(userId: string, participant: Participant): void;
  onLeftRoom(userId: string, participant: Participant): void;
  /** The connection should be swept soon: see Connection.sweep(). */
  onPendingWork(connection: Connection): void;
  /** The client has everything up to this sequence of the reliable stream. */
  onAcknowledged(connection: Connection, sequence: number): void;
  /** The connection is over for good. `isLost` means that it did not end in an orderly way. */
  onGone(connection: Connection, isLost: boolean): void;
}

export interface ConnectionDeps extends ConnectionDatagramsDeps {
  readonly paced: Pick<PacedWork, 'run'>;
  readonly commandLimits: Pick<CommandLimits, 'take'>;
  readonly log: Log;
  readonly rooms: Pick<RoomDirectory, 'hold' | 'release'>;
  readonly connections: {
    /** A connection of the newcomer's auth session that is in this room and has no socket. */
    detachedIn(newcomer: Connection, room: LiveRoom): Connection | undefined;
    inRoom(room: LiveRoom): readonly Connection[];
    /** True if the auth session has joined the same room again since this connection was last heard. */
    isReplaced(connection: Connection): boolean;
  };
  /** Handles everything but notes and heartbeats. An error that it throws is sent as the answer. */
  readonly runCommand: (connection: Connection, command: Command) => Promise<void>;
  readonly events: ConnectionEvents;
  /** Keeps copies of connections for other processes; there are none without. */
  readonly kept?: Pick<KeptConnections, 'keep'> | undefined;
}

/** Commands after which the sender is not in the room any more, or which nobody else notices. */
const unnoticed: ReadonlySet<Command['kind']> = new Set([
  'leaveRoomCommand',
  'joinRoomCommand',
  'createRoomCommand',
  'lobbyCommand',
  'datagramOffer',
]);

const outside: Location = { status: 'outside' };
const maxWaitingCommands = 64;
/** The silence after which a connection gives way to a newer one of the same auth session: clients send every 2 s to 10 s. */
const givesWayAfterUs = 12_000_000;

/** One connection: who it belongs to, the room it is in, and everything that arrives on it. */
export class Connection implements ResumableSocketEvents, DatagramEvents {
  readonly socket: ResumableSocket;
  readonly datagrams: ConnectionDatagrams;
  readonly identity: Identity;
  readonly #deps: ConnectionDeps;
  readonly #commands: CommandQueue<Command>;
  readonly #badFrames = new BadFrames();
  readonly #noteRefusals = new SlidingWindow({ count: 1, windowMs: 1000 });
  readonly #overLimit = new SlidingWindow(serviceLimits.refusedCommands);
  /** A bot that may not play, and what that makes of everybody: read for each note. */
  readonly #isMuteBot: boolean;
  readonly #mayPlay: boolean;
  #address: string;
  #addressBlock: string;
  /** Service clock, µs: when it began. */
  readonly connectedUs: number;
  #location: Location = outside;
  /** Never undefined, so that the field's representation does not change (as in NoteQuota). */
  #actedUs = 0;
  #joinedUs = 0;
  /** Undefined where this process is alone. */
  readonly #copy: ConnectionCopy | undefined;
  /** Requests that have been accepted and not carried out; empty where this process is alone. */
  readonly #begun = new Set<number>();
  #joinedAt = 0;
  /** The last chat message that the client has acknowledged, if there is a copy. */
  #lastChat: Uint8Array | undefined;
  /** True for a connection that another process has begun, until it is resumed here. */
  #isRestored: boolean;
  /** Called once, just before the connection is in a room. */
  #beforeJoining: ((room: LiveRoom) => void) | undefined;

  /** @param socket undefined for a connection that another process has begun, whose stream goes on from `start`. */
  constructor(
    socket: OpenSocket | undefined,
    options: { id: string; identity: Identity; start?: StreamStart },
    deps: ConnectionDeps,
  ) {
    this.#deps = deps;
    this.identity = options.identity;
    const { identity } = options;
    this.#isMuteBot = identity.kind === 'user' && lacksScope(identity.bot, 'play');
    this.#mayPlay = identity.kind === 'user' && !this.#isMuteBot;
    this.#address = socket?.address ?? identity.address;
    this.#addressBlock = socket?.addressBlock ?? identity.address;
    this.connectedUs = deps.clock.serviceUs();
    this.#actedUs = this.connectedUs;
    this.#commands = new CommandQueue(maxWaitingCommands, (command) => this.#runCommand(command));
    const { start } = options;
    this.#isRestored = start !== undefined;
    this.socket = new ResumableSocket(socket, options.id, deps, this, { copy: this.#streamCopy(), start });
    this.#copy = deps.kept?.keep(
      options.id,
      () => this.#whole(),
      () => this.#lost(),
    );
    this.datagrams = new ConnectionDatagrams(deps, this);
    if (socket !== undefined) deps.counters.connections++;
  }

  #streamCopy(): StreamCopy | undefined {
    if (this.#deps.kept === undefined) return undefined;
    return {
      added: (frame, sequence) => this.#copy?.added({ ...frame, sequence }),
      acknowledged: (sequence, chat) => {
        this.#lastChat = chat ?? this.#lastChat;
        this.#copy?.acknowledged(sequence, chat);
      },
      ended: () => this.#copy?.ended(),
    };
  }

  #whole(): Omit<KeptConnection, 'connectionId'> {
    const location = this.#location;
    const inRoom = location.status === 'inside';
    return {
      ...this.socket.kept,
      identity: this.identity,
      chat: this.#lastChat,
      begun: [...this.#begun],
      room: inRoom ? this.#keptRoom(location.room) : undefined,
    };
  }

  /** Another process has taken the connection, because this one was taken for gone. */
  #lost(): void {
    if (this.socket.isAttached) this.socket.close(closeCodes.resumedElsewhere);
    this.socket.giveAway();
  }

  /** Calls back just before the connection is in a room the next time. */
  beforeJoining(act: (room: LiveRoom) => void): void {
    this.#beforeJoining = act;
  }

  get id(): string {
    return this.socket.id;
  }

  /** The client's address on this socket, or on the last one. */
  get address(): string {
    return this.#address;
  }

  /** False once the connection is over; true while it waits without a socket. */
  get isOpen(): boolean {
    return this.socket.isOpen;
  }

  /** Closes the socket, and ends the connection unless this code allows a resume. */
  close(code: number): void {
    this.socket.close(code);
  }

  get location(): Location {
    return this.#location;
  }

  /**
   * Service clock, µs: when the client last sent a note, chat message or command; before the first, when it connected.
   */
  get actedUs(): number {
    return this.#actedUs;
  }

  /** Service clock, µs: when it joined the room that it is in. */
  get joinedUs(): number {
    return this.#joinedUs;
  }

  /** Sends a message to this client alone, in the reliable stream; returns its sequence. */
  send(message: Outgoing, requestId: number): number {
    return this.socket.deliver(this.#deps.codec.encode(message), requestId);
  }

  /**
   * Closes the current socket, if any (4409), and waits until every command that arrived on it has been answered.
   * @returns true if resume() may follow; otherwise the connection is over.
   */
  async detachForResume(): Promise<boolean> {
    // Checked again each time: another socket may have resumed in the meantime, with more commands.
    while (this.socket.isAttached || this.#commands.isBusy) {
      if (this.socket.isAttached) this.socket.close(closeCodes.resumedElsewhere);
      await this.#commands.settled();
    }
    if (this.socket.canResume) return true;
    this.socket.giveUp();
    return false;
  }

  /** Continues on another socket, in the same room as the same participant. */
  resume(socket: OpenSocket, welcome: Outgoing<'welcome'>): void {
    const location = this.#location;
    const snapshot = location.status === 'inside' ? location.room.snapshot(location.participant) : undefined;
    this.#address = socket.address;
    this.#addressBlock = socket.addressBlock;
    // After another process, the stream itself has the state of the room.
    const isNew = this.#isRestored;
    this.#isRestored = false;
    this.socket.resume(socket, {
      welcome: this.#deps.codec.encode(welcome),
      snapshot: isNew ? undefined : snapshot,
    });
    this.#deps.counters.connections++;
    if (location.status === 'inside') location.room.elsewhere?.updated(location.participant);
  }

  /**
   * Joins a room that the caller holds, and leaves the one before. Does nothing if the connection is over.
   * @throws {RoomtoneError} as the domain's checkJoin() does; then the connection stays where it was.
   */
  joinRoom(room: LiveRoom, visitor: Visitor, requestId: number): void {
    if (!this.isOpen) return;
    const former = this.#deps.connections.detachedIn(this, room);
    const replaced = former?.location.status === 'inside' ? former.location.participant : undefined;
    const displaced = room.checkJoin(visitor, replaced);
    this.enterRoom(room, () => {
      former?.socket.giveUp();
      if (displaced !== undefined) this.#displace(room, displaced);
      return room.join(this.socket, visitor, requestId, replaced ?? displaced);
    });
  }

  /** Leaves the room before, and is inside the one that `admit` adds it to; the caller holds that room. */
  enterRoom(room: LiveRoom, admit: () => Participant): void {
    this.leaveRoom(LeaveReason.SWITCHED);
    this.#deps.rooms.hold(room);
    this.#beforeJoining?.(room);
    this.#beforeJoining = undefined;
    const participant = admit();
    this.#location = { status: 'inside', room, participant };
    this.#joinedUs = this.#deps.clock.serviceUs();
    if (this.#copy !== undefined) this.#nowIn(room);
    if (this.identity.kind === 'user') this.#deps.events.onJoinedRoom(this.identity.userId, participant);
  }

  #nowIn(room: LiveRoom): void {
    this.#joinedAt = this.#deps.clock.nowMs();
    this.#copy?.inRoom(this.#keptRoom(room));
  }

  #keptRoom({ record }: LiveRoom): KeptRoom {
    return { roomId: record.roomId, joinedAt: this.#joinedAt };
  }

  /** Removes a guest from a full room, so that a user can join. */
  #displace(room: LiveRoom, guest: Participant): void {
    const connection = this.#deps.connections
      .inRoom(room)
      .find(({ location }) => location.status === 'inside' && location.participant === guest);
    connection?.removeFromRoom(LeaveReason.KICKED, { note: displacedNote, by: 0 });
  }

  /** The connection goes on in another process, with its participant: it is in no room here. */
  moved(): void {
    if (this.#location.status === 'outside') return;
    const { room, participant } = this.#location;
    this.#location = outside;
    if (this.identity.kind === 'user') this.#deps.events.onLeftRoom(this.identity.userId, participant);
    this.#deps.rooms.release(room);
  }

  /** Takes the connection out of its room, and tells the client. */
  removeFromRoom(reason: LeaveReason, removedBy: { readonly note: string; readonly by: number }): void {
    if (this.#location.status === 'outside') return;
    const { roomId } = this.#location.room.record;
    this.leaveRoom(reason, removedBy);
    this.send({ kind: 'roomLeft', body: { roomId, reason, note: removedBy.note } }, 0);
  }

  /** Leaves the room, if any. @param removedBy who removed the participant, if they did not leave by themselves. */
  leaveRoom(reason: LeaveReason, removedBy?: { readonly note: string; readonly by: number }): void {
    if (this.#location.status === 'outside') return;
    const { room, participant } = this.#location;
    this.#location = outside;
    this.#copy?.inRoom(undefined);
    if (this.identity.kind === 'user') this.#deps.events.onLeftRoom(this.identity.userId, participant);
    room.leave(participant, reason, removedBy);
    this.#deps.rooms.release(room);
  }

  /**
   * Handles what is due with time: timeouts, values that the quota held back, a snapshot for a reader who has caught
   * up, reports of dropped notes.
   * @returns true if any of these but a timeout is still pending.
   */
  sweep(nowUs: number): boolean {
    this.socket.sweep(nowUs);
    // Somebody whose network went silently, and who has come back by another connection, is not in the room twice.
    if (nowUs - this.socket.heardUs >= givesWayAfterUs && this.#isReplaced()) {
      this.socket.close(closeCodes.noHeartbeat);
      this.socket.giveUp();
    }
    this.datagrams.sweep(nowUs);
    if (this.#location.status === 'outside') return false;
    const { room, participant } = this.#location;
    room.sweep(this.socket, participant, nowUs);
    this.#reportDropped(participant, nowUs);
    return participant.quota.isExceeded || this.socket.hasMissedNotes;
  }

  #isReplaced(): boolean {
    if (this.#deps.connections.isReplaced(this)) return true;
    if (this.#location.status === 'outside') return false;
    const { room, participant } = this.#location;
    return room.elsewhere?.isReplaced(participant, this.socket.heardUs) === true;
  }

  onFrame(bytes: Uint8Array): FrameUse {
    const { clock, codec } = this.#deps;
    const nowUs = clock.serviceUs();
    let message: ClientMessage;
    try {
      message = codec.decode(bytes);
    } catch (error) {
      this.#refuse(error, codec.requestIdOf(bytes));
      return 'consumed';
    }
    if (message.kind === 'heartbeat') {
      this.#heartbeat(message, nowUs);
      return 'consumed';
    }
    if (message.kind === 'datagramReport') {
      this.datagrams.reported(message.body);
      return 'consumed';
    }
    this.#actedUs = nowUs;
    if (message.kind === 'midiMessage') {
      if (message.noteNumber > 0) this.datagrams.fromWebSocket(message, bytes, nowUs);
      else this.playNotes(message, nowUs);
      return 'consumed';
    }
    return this.#takeCommand(message, nowUs);
  }

  /** Lets a command wait for its turn, unless it is over a limit. */
  #takeCommand(command: Command, nowUs: number): FrameUse {
    const nowMs = this.#deps.clock.nowMs();
    const { id, identity } = this;
    const guest = identity.kind === 'guest';
    const sender = { id: guest ? id : identity.userId, guest, addressBlock: this.#addressBlock };
    const refusal = this.#deps.commandLimits.take(commandKind(command), sender, { nowMs, nowUs });
    if (refusal === undefined) this.#begin(command);
    if (refusal === undefined && this.#commands.push(command)) return 'retained';
    const details = { limit: maxWaitingCommands, reset: Math.ceil(nowMs / 1000) };
    this.#refuseCommand(
      refusal ?? new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many commands are waiting.', details),
      command,
    );
    return 'refused';
  }

  /** From here on, another process must not let the client think that the request was never received (R10.10). */
  #begin({ requestId, kind }: Command): void {
    if (this.#copy === undefined || requestId === 0 || kind === 'quality') return;
    this.#begun.add(requestId);
    this.#copy.begun(requestId);
  }

  #heartbeat(message: ClientMessage<'heartbeat'>, nowUs: number): void {
    const { clock, codec } = this.#deps;
    this.socket.heartbeat(nowUs, message.body.lastSequence);
    this.#deps.events.onAcknowledged(this, message.body.lastSequence);
    const body = {
      clientTime: message.body.clientTime,
      lastSequence: 0,
      serverReceiveTime: nowUs,
      serverSendTime: clock.serviceUs(),
    };
    this.socket.deliverUnnumbered(codec.encode({ kind: 'heartbeat', body }), message.requestId);
  }

  playNotes(message: BorrowedNotesMessage, nowUs: number): void {
    this.#actedUs = nowUs;
    const issue = midiIssue(message.body);
    if (issue !== undefined) {
      this.#refuse(validationError([{ field: 'midiMessage', issue }]), message.requestId);
      return;
    }
    const location = this.#location;
    if (location.status === 'inside' && this.#mayPlay) this.#play(message, location.room, location.participant, nowUs);
    else if (this.#isMuteBot) this.#refuseNotes(() => scopeRequired('play'), message.requestId, nowUs);
    else this.#refuseNotes(this.identity.kind === 'guest' ? accountRequired : notInRoom, message.requestId, nowUs);
  }

  #play(message: ClientMessage<'midiMessage'>, room: LiveRoom, participant: Participant, nowUs: number): void {
    const outcome = room.play(participant, message.body, nowUs);
    if (outcome === 'relayed') this.#relayed(message, participant, nowUs);
    else if (outcome === 'abuse') this.socket.close(closeCodes.badFrames);
    else this.#refuseNotes(() => notesRefused(room.record, participant, nowUs), message.requestId, nowUs);
  }

  #relayed(message: ClientMessage<'midiMessage'>, participant: Participant, nowUs: number): void {
    const { clock, counters } = this.#deps;
    counters.notesIn += message.body.offsets.length;
    counters.relayLatency.add(clock.serviceUs() - nowUs);
    if (!participant.quota.isExceeded) return;
    this.#reportDropped(participant, nowUs);
    this.#deps.events.onPendingWork(this);
  }

  /** Answers at most once a second: notes arrive by the hundred. */
  #refuseNotes(why: () => RoomtoneError, requestId: number, nowUs: number): void {
    const nowMs = nowUs / 1000;
    if (this.#noteRefusals.isFull(nowMs)) return;
    this.#noteRefusals.add(nowMs);
    this.#refuse(why(), requestId);
  }

  #reportDropped(participant: Participant, nowUs: number): void {
    const dropped = participant.quota.takeReport(nowUs);
    if (dropped === 0) return;
    this.#deps.counters.notesOverQuota += dropped;
    const details = {
      dropped,
      limit: limits.midi.eventsPerSecond,
      reset: Math.ceil(this.#deps.clock.nowMs() / 1000) + 1,
    };
    this.#refuse(new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many notes: some were dropped.', details), 0);
  }

  async #runCommand(command: Command): Promise<void> {
    // What a participant does must not come from somebody of whom the others have not heard; leaving need not.
    if (this.#location.status === 'inside' && !unnoticed.has(command.kind)) {
      this.#location.room.announce(this.#location.participant);
    }
    try {
      await this.#deps.runCommand(this, command);
    } catch (error) {
      this.#refuseCommand(error, command);
    }
    this.#begun.delete(command.requestId);
  }

  #refuseCommand(error: unknown, { kind, requestId }: Command): void {
    this.#refuse(error, requestId);
    if (!(error instanceof RoomtoneError)) return;
    if (error.code === 'AUTHORIZATION_ERROR' && this.identity.kind === 'user') {
      this.#deps.log.info({ connectionId: this.id, user_id: this.identity.userId, kind }, 'a command was not allowed');
    }
    if (error.code !== 'RATE_LIMIT_EXCEEDED') return;
    const nowMs = this.#deps.clock.serviceUs() / 1000;
    this.#overLimit.add(nowMs);
    if (this.#overLimit.isFull(nowMs)) this.socket.close(closeCodes.badFrames);
  }

  #refuse(error: unknown, requestId: number): void {
    const { clock, log } = this.#deps;
    if (!(error instanceof RoomtoneError)) {
      log.error({ err: error, connectionId: this.id }, 'a command failed');
    }
    const body = errorBody(error);
    this.send({ kind: 'error', body }, requestId);
    if (body.code === 'VALIDATION_ERROR' && this.#badFrames.add(clock.serviceUs() / 1000)) {
      this.socket.close(closeCodes.badFrames);
    }
  }

  setNoteChannel(channel: NoteChannel | undefined): void {
    this.socket.setNoteChannel(channel);
  }

  sendReport(report: DatagramReport): void {
    this.socket.deliverUnnumbered(this.#deps.codec.encode({ kind: 'datagramReport', body: report }), 0);
  }

  refuseDatagram(error: unknown): void {
    this.#refuse(error, 0);
  }

  onMissedNotes(): void {
    this.#deps.events.onPendingWork(this);
  }

  onSocketEnd(closeCode: number): void {
    const { counters, log } = this.#deps;
    counters.connections--;
    if (closeCode === closeCodes.cannotKeepUp) counters.slowConsumersClosed++;
    log.info({ connectionId: this.id, closeCode }, 'socket closed');
    this.datagrams.end();
    if (this.#location.status === 'outside') return;
    const { room, participant } = this.#location;
    room.releaseNotes(participant);
    room.elsewhere?.updated(participant);
  }

  onGone(closeCode: number): void {
    this.#commands.clear();
    const reason = leaveReasonOf(closeCode);
    this.leaveRoom(reason);
    this.#deps.events.onGone(this, reason === LeaveReason.LOST);
  }
}

/** The AUTHORIZATION_ERROR for a command that is only possible inside a room. */
export function notInRoom(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This needs a room: join one first.', { reason: 'not_in_room' });
}
