import {
  type BorrowedNotesMessage,
  closeCodes,
  type DatagramReport,
  LeaveReason,
  RoomtoneError,
} from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import type { PacedWork } from '../../application/paced-work.ts';
import { BadFrames } from '../../domain/bad-frames.ts';
import { leaveReasonOf, type Removal } from '../../domain/departure.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { KeptConnections } from '../../ports/kept-connections.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { NoteChannel } from '../delivery/note-channel.ts';
import type { Log } from '../log.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { errorBody } from '../rooms/wire-bodies.ts';
import type { OpenSocket } from '../sockets/buffered-socket.ts';
import type { ClientMessage, Outgoing } from '../sockets/codec.ts';
import type { FrameUse } from '../sockets/short-frames.ts';
import type { Command } from './command.ts';
import { type CommandSender, ConnectionCommands, type ConnectionCommandsDeps } from './connection-commands.ts';
import { ConnectionDatagrams, type ConnectionDatagramsDeps, type DatagramEvents } from './connection-datagrams.ts';
import {
  ConnectionLocation,
  type ConnectionLocationDeps,
  type Location,
  type LocationEvents,
} from './connection-location.ts';
import { ConnectionNotes, type NoteSender } from './connection-notes.ts';
import { ConnectionRecord } from './connection-record.ts';
import { ConnectionVoice, type ConnectionVoiceDeps } from './connection-voice.ts';
import type { StreamStart } from './reliable-stream.ts';
import { ResumableSocket, type ResumableSocketEvents } from './resumable-socket.ts';

/** Receives what happens to connections. */
export interface ConnectionEvents extends LocationEvents {
  /** The connection should be swept soon: see Connection.sweep(). */
  onPendingWork(connection: Connection): void;
  /** The client has everything up to this sequence of the reliable stream. */
  onAcknowledged(connection: Connection, sequence: number): void;
  /** The connection is over for good. `isLost` means that it did not end in an orderly way. */
  onGone(connection: Connection, isLost: boolean): void;
}

export interface ConnectionDeps
  extends ConnectionDatagramsDeps,
    ConnectionVoiceDeps,
    ConnectionCommandsDeps,
    ConnectionLocationDeps {
  readonly paced: Pick<PacedWork, 'run' | 'runAfter'>;
  readonly log: Log;
  readonly connections: {
    /** True if the auth session has joined the same room again since this connection was last heard. */
    isReplaced(connection: Connection): boolean;
  };
  /** Handles everything but notes and heartbeats. An error that it throws is sent as the answer. */
  readonly runCommand: (connection: Connection, command: Command) => Promise<void>;
  readonly events: ConnectionEvents;
  /** Keeps copies of connections for other processes; there are none without. */
  readonly kept?: Pick<KeptConnections, 'keep'> | undefined;
}

/** The silence after which a connection gives way to a newer one of the same auth session: clients send every 2 s to 10 s. */
const givesWayAfterUs = 12_000_000;
/** The silence after which held notes end (R10.11), and the one from which on this is watched closely. */
const silentUs = serverLimits.silenceMs * 1_000;
const watchedUs = silentUs - 1_000_000;

/** One connection: who it belongs to, and what becomes of everything that arrives on it. */
export class Connection implements ResumableSocketEvents, DatagramEvents, CommandSender, NoteSender {
  readonly socket: ResumableSocket;
  readonly datagrams: ConnectionDatagrams;
  readonly voice: ConnectionVoice;
  readonly identity: Identity;
  readonly #deps: ConnectionDeps;
  readonly #location: ConnectionLocation;
  readonly #commands: ConnectionCommands;
  readonly #notes: ConnectionNotes;
  readonly #badFrames = new BadFrames();
  #address: string;
  #addressBlock: string;
  /** Service clock, µs: when it began. */
  readonly connectedUs: number;
  /** Never undefined, so that the field's representation does not change (as in NoteQuota). */
  #actedUs = 0;
  /** True if the last sweep found it silent, so that what has come since has been read by now. */
  #wasSilent = false;
  /** True for a connection that another process has begun, until it is resumed here. */
  #isRestored: boolean;

  /** @param socket undefined for a connection that another process has begun, whose stream goes on from `start`. */
  constructor(
    socket: OpenSocket | undefined,
    options: { id: string; identity: Identity; start?: StreamStart },
    deps: ConnectionDeps,
  ) {
    const { id, identity, start } = options;
    this.#deps = deps;
    this.identity = identity;
    this.#address = socket?.address ?? identity.address;
    this.#addressBlock = socket?.addressBlock ?? identity.address;
    this.connectedUs = deps.clock.serviceUs();
    this.#actedUs = this.connectedUs;
    const record = deps.kept && new ConnectionRecord();
    this.#location = new ConnectionLocation(identity, record, deps);
    this.#commands = new ConnectionCommands(this, record, deps);
    this.#notes = new ConnectionNotes(this, deps);
    this.#isRestored = start !== undefined;
    this.socket = new ResumableSocket(socket, id, deps, this, { copy: record, start });
    if (deps.kept !== undefined) {
      const read = () => ({ ...this.socket.kept, identity, room: this.#location.kept });
      record?.keep(deps.kept, id, read, () => this.#lost());
    }
    this.datagrams = new ConnectionDatagrams(deps, this, identity);
    this.voice = new ConnectionVoice(deps);
    if (socket !== undefined) deps.counters.connections++;
  }

  /** Another process has taken the connection, because this one was taken for gone. */
  #lost(): void {
    if (this.socket.isAttached) this.socket.close(closeCodes.resumedElsewhere);
    this.socket.giveAway();
  }

  /** Calls back just before the connection is in a room the next time. */
  beforeJoining(act: (room: LiveRoom) => void): void {
    this.#location.beforeJoining(act);
  }

  get id(): string {
    return this.socket.id;
  }

  /** The client's address on this socket, or on the last one. */
  get address(): string {
    return this.#address;
  }

  /** The block of addresses that this one is counted in. */
  get addressBlock(): string {
    return this.#addressBlock;
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
    return this.#location.current;
  }

  /**
   * Service clock, µs: when the client last sent a note, chat message or command; before the first, when it connected.
   */
  get actedUs(): number {
    return this.#actedUs;
  }

  /** Service clock, µs: when it joined the room that it is in. */
  get joinedUs(): number {
    return this.#location.joinedUs;
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
    const location = this.location;
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
    if (location.status === 'inside') location.room.otherProcesses?.updated(location.participant);
  }

  /** Leaves the room before, and is inside the one that `admit` adds it to; the caller holds that room. */
  enterRoom(room: LiveRoom, admit: () => Participant): void {
    this.#location.enter(room, admit);
  }

  /** The connection goes on in another process, with its participant: it is in no room here. */
  moved(): void {
    this.#location.moved();
  }

  /** Takes the connection out of its room, and tells the client. */
  removeFromRoom(reason: LeaveReason, removal: Removal): void {
    const { location } = this;
    if (location.status === 'outside') return;
    const { roomId } = location.room.record;
    this.leaveRoom(reason, removal);
    this.send({ kind: 'roomLeft', body: { roomId, reason, note: removal.note } }, 0);
  }

  /** Leaves the room, if any. @param removal if the participant did not leave by themselves. */
  leaveRoom(reason: LeaveReason, removal?: Removal): void {
    this.#location.leave(reason, removal);
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
    this.voice.sweep(nowUs);
    const { location } = this;
    if (location.status === 'outside') return false;
    const { room, participant } = location;
    room.sweep(this.socket, participant, nowUs);
    this.#notes.reportDropped(participant, nowUs);
    const isSilent = this.#releaseInSilence(room, participant, nowUs);
    return isSilent || participant.quota.isExceeded || this.socket.hasMissedNotes;
  }

  /** Ends the held notes of a client whose network is probably gone; returns true if it is silent, but not for long enough. */
  #releaseInSilence(room: LiveRoom, participant: Participant, nowUs: number): boolean {
    const forUs = nowUs - Math.max(this.socket.heardUs, this.#actedUs);
    const isWatched = forUs >= watchedUs && this.socket.heartbeatPauseUs <= silentUs && participant.played.isHolding;
    const isOver = isWatched && this.#wasSilent && forUs >= silentUs;
    if (isOver) room.notes.release(participant);
    this.#wasSilent = isWatched && !isOver;
    if (this.#wasSilent) this.onPendingWork();
    return this.#wasSilent;
  }

  #isReplaced(): boolean {
    if (this.#deps.connections.isReplaced(this)) return true;
    const { location } = this;
    if (location.status === 'outside') return false;
    const { room, participant } = location;
    return room.otherProcesses?.isReplaced(participant, this.socket.heardUs) === true;
  }

  onFrame(bytes: Uint8Array): FrameUse {
    const { clock, codec } = this.#deps;
    const nowUs = clock.serviceUs();
    let message: ClientMessage;
    try {
      message = codec.decode(bytes);
    } catch (error) {
      this.refuse(error, codec.requestIdOf(bytes));
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
    return this.#commands.take(message, nowUs);
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
    this.#notes.play(message, this.#location.current, nowUs);
  }

  takeData(message: ClientMessage<'dataMessage'>, nowUs: number): void {
    this.#actedUs = nowUs;
    this.#commands.take(message, nowUs);
  }

  carryOut(command: Command): Promise<void> {
    return this.#deps.runCommand(this, command);
  }

  /** Answers with an error; too many frames that break the protocol end the connection. */
  refuse(error: unknown, requestId: number): void {
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

  onMissedNotes(): void {
    this.onPendingWork();
  }

  onPendingWork(): void {
    this.#deps.events.onPendingWork(this);
  }

  onSocketEnd(closeCode: number): void {
    const { counters, log } = this.#deps;
    counters.connections--;
    if (closeCode === closeCodes.cannotKeepUp) counters.slowConsumersClosed++;
    log.info({ connectionId: this.id, closeCode }, 'socket closed');
    this.datagrams.end();
    this.voice.end();
    const { location } = this;
    if (location.status === 'outside') return;
    const { room, participant } = location;
    room.notes.release(participant);
    room.otherProcesses?.updated(participant);
  }

  onGone(closeCode: number): void {
    this.#commands.clear();
    const reason = leaveReasonOf(closeCode);
    this.leaveRoom(reason);
    this.#deps.events.onGone(this, reason === LeaveReason.LOST);
  }
}
