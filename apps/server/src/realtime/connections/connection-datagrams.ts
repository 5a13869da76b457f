import {
  type BorrowedNotesMessage,
  DatagramNeed,
  type DatagramReport,
  directLimits,
  limits,
  type Members,
  type Message,
  NoteMerge,
  type OwnStalls,
  type PeerParameters,
  peerIssue,
  RoomtoneError,
  readDatagram,
  validationError,
} from '@roomtone/protocol';
import type { Moment } from '@roomtone/room';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import { personOf } from '../../domain/bot-scopes.ts';
import type { Spender } from '../../domain/byte-budgets.ts';
import type { ListenerBytes, ParticipantBytes } from '../../domain/listener-bytes.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Datagrams } from '../../ports/datagrams.ts';
import type { Identity } from '../../ports/tickets.ts';
import { NoteChannel, type NoteChannelDeps } from '../delivery/note-channel.ts';
import type { ClientMessage, Codec } from '../sockets/codec.ts';

export interface ConnectionDatagramsDeps extends NoteChannelDeps {
  readonly clock: Clock;
  readonly codec: Codec;
  readonly counters: RealtimeCounters;
  readonly ownStalls: OwnStalls;
  readonly datagramBytes: Pick<ListenerBytes, 'enter'>;
  /** Undefined if the server has no datagrams. */
  readonly datagrams: Datagrams | undefined;
}

/** The state that the datagrams of a connection act on. */
export interface DatagramEvents {
  /** A message of notes to play now, from either path, in the order of the numbers. */
  playNotes(message: BorrowedNotesMessage, nowUs: number): void;
  /** Lossy data for others in the room. */
  takeData(message: Message<'dataMessage'>, nowUs: number): void;
  /** The channel that notes for this client are also sent on has changed. */
  setNoteChannel(channel: NoteChannel | undefined): void;
  sendReport(report: DatagramReport): void;
  /** Tells the client about a datagram that cannot be read. */
  refuse(error: unknown, requestId: number): void;
}

/** How often the client is told what arrives while datagrams are in use, µs. */
const reportUs = 2_000_000;

/** The channel of the current socket. */
interface Current {
  readonly notes: NoteChannel;
  /** Counted with what other channels of the same person bring. */
  readonly bytes: ParticipantBytes;
  readonly need: DatagramNeed;
  /** Lost datagrams that the counters already include. */
  countedLost: number;
  isOpen: boolean;
  /** The client wants notes for it in datagrams. */
  isWanted: boolean;
}

/**
 * The datagrams of one connection: negotiates a channel, and joins the notes it brings with those of the WebSocket
 * (room rules R17). A channel belongs to one socket and ends with it; the numbers of the notes go on.
 */
export class ConnectionDatagrams {
  readonly #deps: ConnectionDatagramsDeps;
  readonly #events: DatagramEvents;
  readonly #spender: Spender;
  /** Keeps the frames of notes that wait. Undefined until the client numbers its notes. */
  #merge: NoteMerge<Uint8Array> | undefined;
  #current: Current | undefined;
  #offeredUs = Number.NEGATIVE_INFINITY;
  /** Changes with every offer and with the end of the socket, so that an answer that comes too late is dropped. */
  #generation = 0;
  #reportedUs = 0;
  #secondUs = 0;
  #inSecond = 0;

  constructor(deps: ConnectionDatagramsDeps, events: DatagramEvents, identity: Identity) {
    this.#deps = deps;
    const addressBlock = identity.address;
    // Guests have nothing to send but reports: those of an address count as one person.
    const personId = identity.kind === 'user' ? personOf(identity) : `guests at ${addressBlock}`;
    this.#spender = { personId, addressBlock };
    this.#events = events;
  }

  /**
   * Answers an offer, and opens the channel when the client reaches it.
   * @param reached addresses at which the client has reached the server over TCP.
   * @throws {RoomtoneError} VALIDATION_ERROR, RATE_LIMIT_EXCEEDED, or RESOURCE_NOT_FOUND with reason datagrams.
   */
  async answer(offer: PeerParameters, reached: readonly string[]): Promise<Members['datagramAnswer']> {
    const { clock, datagrams, counters } = this.#deps;
    const issue = peerIssue(offer);
    if (issue !== undefined) throw validationError([issue]);
    if (datagrams === undefined) throw unavailable('This server sends no datagrams.');
    const nowUs = clock.serviceUs();
    if (nowUs - this.#offeredUs < limits.datagrams.offerMs * 1000) {
      const reset = Math.ceil((clock.nowMs() + limits.datagrams.offerMs) / 1000);
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many offers of a data channel.', { limit: 1, reset });
    }
    this.#refuseSpender({ nowUs, nowMs: clock.nowMs() });
    this.#offeredUs = nowUs;
    this.end();
    if (counters.datagramChannels >= limits.datagrams.channels) throw unavailable('Too many data channels are open.');
    counters.datagramChannels++;
    const generation = this.#generation;
    try {
      return await this.#accept(datagrams, offer, reached, generation);
    } catch (error) {
      counters.datagramChannels--;
      throw error instanceof RoomtoneError ? error : unavailable('The data channel cannot be opened.', error);
    }
  }

  async #accept(datagrams: Datagrams, offer: PeerParameters, reached: readonly string[], generation: number) {
    let current: Current | undefined;
    const isCurrent = () => generation === this.#generation;
    const { answer, channel } = await datagrams.accept(offer, {
      open: () => {
        if (isCurrent() && current !== undefined) this.#opened(current);
      },
      message: (bytes) => {
        if (isCurrent() && current !== undefined) this.#received(bytes, current);
      },
      closed: () => {
        if (isCurrent()) this.end();
      },
    });
    if (!isCurrent()) {
      channel.close();
      throw unavailable('The connection has ended.');
    }
    const { clock, ownStalls, datagramBytes } = this.#deps;
    const need = new DatagramNeed(clock.serviceUs(), ownStalls);
    const bytes = datagramBytes.enter(this.#spender);
    current = {
      notes: new NoteChannel(channel, this.#deps),
      bytes,
      need,
      countedLost: 0,
      isOpen: false,
      isWanted: true,
    };
    this.#current = current;
    const { addresses, port } = datagrams;
    return { ...answer, addresses: [...(addresses.length > 0 ? addresses : reached)], port };
  }

  /**
   * Takes notes from the WebSocket that have a number, and plays them unless a datagram has brought them.
   * @param bytes the frame of the message.
   */
  fromWebSocket(message: BorrowedNotesMessage, bytes: Uint8Array, nowUs: number): void {
    this.#merge ??= this.#newMerge();
    const merge = this.#merge;
    const { noteNumber, body } = message;
    const current = this.#current;
    if (current !== undefined && body.startTime > 0 && current.need.fromWebSocket(nowUs - body.startTime, nowUs))
      this.#report(current);
    // To play what waits is to read it, which ends the loan of this message.
    const isLent = !merge.isWaiting;
    if (!merge.fromWebSocket(noteNumber, isInUse(current))) return;
    if (isLent) this.#events.playNotes(message, nowUs);
    else this.#play(bytes);
    merge.playNext();
  }

  /** Takes the client's report about the datagrams that it gets. */
  reported({ wanted, received, lost, direct }: DatagramReport): void {
    const current = this.#current;
    if (current === undefined) return;
    const isNew = current.isWanted !== wanted;
    current.isWanted = wanted;
    current.notes.reported(received, lost);
    current.notes.direct = new Set(direct.slice(0, directLimits.channels));
    if (isNew) this.#tellRoom(current);
  }

  /** Gives up a channel that does not open, and tells the client from time to time what arrives. */
  sweep(nowUs: number): void {
    const current = this.#current;
    if (current === undefined) return;
    if (!current.isOpen) {
      if (nowUs - this.#offeredUs >= limits.datagrams.openMs * 1000) this.end();
      return;
    }
    this.#countLost(current);
    const isSettled = current.need.settle(nowUs);
    const isDue = current.need.isWanted && nowUs - this.#reportedUs >= reportUs;
    if (isSettled || isDue) this.#report(current);
  }

  /**
   * Ends the channel, if any. Notes that wait for earlier ones are dropped: the WebSocket brings them, unless it has
   * ended as well, and then they must not sound after the release of the notes held (R10.2).
   */
  end(): void {
    this.#generation++;
    this.#merge?.startAfter(this.#merge.last);
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    this.#countLost(current);
    current.notes.close();
    current.bytes.leave();
    this.#deps.counters.datagramChannels--;
    this.#events.setNoteChannel(undefined);
  }

  #opened(current: Current): void {
    current.isOpen = true;
    this.#tellRoom(current);
  }

  #tellRoom({ isOpen, isWanted, notes }: Current): void {
    this.#events.setNoteChannel(isOpen && isWanted ? notes : undefined);
  }

  #received(bytes: Uint8Array, current: Current): void {
    const nowUs = this.#deps.clock.serviceUs();
    const { counters } = this.#deps;
    if (this.#isFlood(nowUs) || !this.#spend(bytes, current, nowUs)) {
      counters.datagramsOverQuota++;
      this.end();
      return;
    }
    counters.datagramsReceived++;
    try {
      const { number, frames } = readDatagram(bytes);
      current.need.datagram(number, nowUs);
      for (const frame of frames) this.#frame(frame, nowUs);
    } catch (error) {
      counters.datagramsInvalid++;
      this.#events.refuse(error, 0);
    }
  }

  #frame(frame: Uint8Array, nowUs: number): void {
    const message: ClientMessage = this.#deps.codec.decode(frame);
    if (message.kind === 'datagramReport') this.reported(message.body);
    else if (message.kind === 'midiMessage' && message.noteNumber > 0) {
      this.#merge ??= this.#newMerge();
      const merge = this.#merge;
      if (!merge.fromDatagram(message.noteNumber, frame, isInUse(this.#current))) return;
      this.#deps.counters.notesSooner++;
      this.#events.playNotes(message, nowUs);
      merge.playNext();
    } else if (message.kind === 'dataMessage' && message.body.lossy) this.#events.takeData(message, nowUs);
    else throw validationError([{ field: 'datagram', issue: 'must hold numbered notes or lossy data' }]);
  }

  /** Plays notes from their frame. */
  #play(frame: Uint8Array): void {
    const message = this.#deps.codec.decode(frame);
    if (message.kind === 'midiMessage') this.#events.playNotes(message, this.#deps.clock.serviceUs());
  }

  #report({ need, isOpen, notes }: Current): void {
    this.#reportedUs = this.#deps.clock.serviceUs();
    const report = { wanted: need.isWanted, received: need.received, lost: need.lost, direct: [] };
    this.#events.sendReport(report);
    // A stalled WebSocket would bring it too late.
    if (isOpen && need.isWanted) notes.addFrame(this.#deps.codec.encode({ kind: 'datagramReport', body: report }));
  }

  /** A datagram that comes late is no longer lost, but the counters never decrease. */
  #countLost(current: Current): void {
    const more = current.need.lost - current.countedLost;
    if (more <= 0) return;
    current.countedLost += more;
    this.#deps.counters.datagramsLost += more;
  }

  #newMerge(): NoteMerge<Uint8Array> {
    const { counters } = this.#deps;
    return new NoteMerge(
      (frame) => this.#play(frame),
      () => counters.notesRepaired++,
    );
  }

  /** A channel would only bring more. */
  #refuseSpender(now: Moment): void {
    const spent = this.#deps.datagramBytes.enter(this.#spender);
    spent.leave();
    const refusal = spent.refusal(now);
    if (refusal !== undefined) throw refusal;
  }

  /** @returns false beyond a budget. */
  #spend({ byteLength }: Uint8Array, { bytes }: Current, nowUs: number): boolean {
    const cost = Math.max(byteLength, serverLimits.datagramBytes);
    if (!bytes.has(cost, nowUs)) return false;
    bytes.add(cost, nowUs);
    return true;
  }

  #isFlood(nowUs: number): boolean {
    if (nowUs - this.#secondUs >= 1_000_000) {
      this.#secondUs = nowUs;
      this.#inSecond = 0;
    }
    this.#inSecond++;
    return this.#inSecond > limits.datagrams.perSecond;
  }
}

function isInUse(current: Current | undefined): boolean {
  return current?.isOpen === true && current.need.isWanted;
}

function unavailable(message: string, cause?: unknown): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', message, { reason: 'datagrams' }, { cause });
}
