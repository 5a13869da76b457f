import { randomUUID } from 'node:crypto';
import { type ChatMessage, type LeaveReason, limits, type MidiMessage, type RoomJoined } from '@roomtone/protocol';
import type { ChatFlood } from '../domain/chat.ts';
import type { Visitor } from '../domain/permissions.ts';
import { isRelease, pickEvents } from '../domain/relay.ts';
import {
  checkJoin,
  join,
  leave,
  type Member,
  type Moment,
  openRoom,
  type PlayerChange,
  play,
  playHeldBack,
  type RoomEvent,
  type RoomState,
  say,
  setPlayer,
  soundingNow,
} from '../domain/room.ts';
import type { Clock, RoomRecord, Storage } from '../ports.ts';
import { roomBody } from './bodies.ts';
import type { Codec, Outgoing } from './codec.ts';

/** A connection as the room it is in sees it. */
export interface Seat {
  /** Sends a frame in the reliable stream; `requestId` is 0 unless it answers this connection's own request. */
  deliver(frame: Uint8Array, requestId: number): void;
  /** Sends a frame outside the reliable stream. */
  deliverAside(frame: Uint8Array, requestId: number): void;
  /** Sends notes: every seat gets the same bytes. */
  deliverNotes(frame: Uint8Array): void;
  /** Whether this reader is too far behind for notes. */
  readonly isJammed: boolean;
  /** Notes were left out for this reader. */
  missNotes(): void;
  /** Whether it missed notes and has caught up since; true once each time. */
  takeCaughtUp(): boolean;
}

export interface RoomHostDeps {
  readonly storage: Pick<Storage, 'addChat'>;
  readonly clock: Clock;
  readonly codec: Codec;
  readonly flood: ChatFlood;
  /** Somebody came, played or spoke (wall clock, ms). */
  readonly onActivity: (nowMs: number) => void;
}

/**
 * One room's ordered loop: what is asked goes to the domain, what the domain says happened goes to everybody inside. It
 * all happens within the call, so that everybody sees one order; only chat waits for storage, and nothing waits for it.
 */
export class RoomHost {
  readonly record: RoomRecord;
  readonly #deps: RoomHostDeps;
  readonly #state: RoomState;
  /** By participant number, as the members. */
  readonly #seats = new Map<number, Seat>();
  /** The last messages that everybody inside has seen. */
  readonly #chat: ChatMessage[];
  #lastActivityMs: number;
  /** Settles when all chat decided so far is stored and said, or refused. */
  #chatSaid: Promise<void> = Promise.resolve();

  constructor(record: RoomRecord, from: { nextNumber: number; chat: readonly ChatMessage[] }, deps: RoomHostDeps) {
    this.record = record;
    this.#deps = deps;
    this.#state = openRoom(record, from.nextNumber);
    this.#chat = [...from.chat];
    this.#lastActivityMs = record.lastActivity;
  }

  get nextNumber(): number {
    return this.#state.nextNumber;
  }

  get members(): ReadonlyMap<number, Member> {
    return this.#state.members;
  }

  /** @throws {RoomtoneError} as the domain's checkJoin() does. */
  checkJoin(visitor: Visitor): void {
    checkJoin(this.#state, visitor);
  }

  /**
   * Lets a visitor in: the others hear of it, and the visitor gets roomJoined as the answer to `requestId`.
   * @throws {RoomtoneError} as checkJoin() does; then nothing has happened.
   */
  join(seat: Seat, visitor: Visitor, requestId: number): Member {
    const now = this.#now();
    const { member, events } = join(this.#state, visitor, now);
    this.#active(now.nowMs);
    this.#publish(events, member.participant.number);
    this.#seats.set(member.participant.number, seat);
    seat.deliver(this.#snapshot(member), requestId);
    return member;
  }

  /** Answers somebody inside with everything about the room. */
  describe(seat: Seat, member: Member, requestId: number): void {
    seat.deliver(this.#snapshot(member), requestId);
  }

  /** Takes a participant out; the others hear the release of their notes, then that they left. */
  leave(member: Member, reason: LeaveReason): void {
    const { number } = member.participant;
    this.#seats.delete(number);
    this.#publish(leave(this.#state, number, reason, this.#deps.clock.serviceUs()), number);
  }

  /** @throws {RoomtoneError} as the domain's setPlayer() does. */
  setPlayer(member: Member, change: PlayerChange): void {
    this.#publish(setPlayer(member, change), member.participant.number);
  }

  /**
   * Relays a valid message to everybody else, at once. This is the note path: no promise, no timer, one encoding.
   * @returns 'abuse' when the sender's connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(member: Member, midi: MidiMessage, nowUs: number): 'relayed' | 'abuse' {
    const relayed = play(member, midi, nowUs);
    if (relayed === 'abuse') return 'abuse';
    if (relayed !== undefined) {
      this.#active(this.#deps.clock.nowMs());
      this.#relay(member.participant.number, relayed, nowUs);
    }
    return 'relayed';
  }

  /**
   * Says something; resolves when it is stored and everybody has it, the sender with `requestId`.
   * @throws {RoomtoneError} as the domain's say() does, or whatever storage threw: then nobody sees the message.
   */
  async say(seat: Seat, member: Member, text: string, requestId: number): Promise<void> {
    const now = this.#now();
    const said = { messageId: randomUUID(), text };
    const message = say(this.#state, member, said, this.#deps.flood, now);
    const { number } = member.participant;
    const stored = this.#deps.storage.addChat({ ...message, roomId: this.record.roomId, messageType: 'user' });
    const before = this.#chatSaid;
    // Storage may work on several messages at once; they are said in the order in which they were decided.
    const saidInOrder = Promise.allSettled([before, stored]).then(() => stored);
    const published = saidInOrder.then(() => this.#saidNow(message, number, seat, requestId, now.nowMs));
    this.#chatSaid = published.catch(() => {});
    return published;
  }

  /** Resolves when no chat is under way. */
  async settled(): Promise<void> {
    await this.#chatSaid;
  }

  /** What time brings for one participant: values the quota held back, and a snapshot after a jam. */
  sweep(seat: Seat, member: Member, nowUs: number): void {
    for (const midi of playHeldBack(member, nowUs)) this.#relay(member.participant.number, midi, nowUs);
    if (seat.takeCaughtUp()) seat.deliverAside(this.#snapshot(member), 0);
  }

  #now(): Moment {
    return { nowMs: this.#deps.clock.nowMs(), nowUs: this.#deps.clock.serviceUs() };
  }

  #active(nowMs: number): void {
    this.#lastActivityMs = nowMs;
    this.#deps.onActivity(nowMs);
  }

  #relay(sender: number, midi: MidiMessage, nowUs: number): void {
    const from = this.#seats.get(sender);
    let frame: Uint8Array | undefined;
    let releases: Uint8Array | null | undefined;
    for (const seat of this.#seats.values()) {
      if (seat === from) continue;
      if (!seat.isJammed) {
        frame ??= this.#encodeNotes(sender, midi, nowUs);
        seat.deliverNotes(frame);
        continue;
      }
      seat.missNotes();
      if (releases === undefined) {
        const kept = pickEvents(midi, isRelease);
        releases = kept === undefined ? null : this.#encodeNotes(sender, kept, nowUs);
      }
      if (releases !== null) seat.deliverNotes(releases);
    }
  }

  #encodeNotes(sender: number, midi: MidiMessage, nowUs: number): Uint8Array {
    return this.#deps.codec.encode({ kind: 'midiMessage', body: midi, sender, serverTime: nowUs });
  }

  /** Tells everybody inside what happened; `sender` caused it. */
  #publish(events: readonly RoomEvent[], sender: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.#relay(sender, midi, serverTime);
      } else this.#broadcast({ ...messageFor(event), sender, serverTime });
    }
  }

  /** Encodes once; `answers` is the seat that gets it as the answer to its request, if any. */
  #broadcast(message: Outgoing, answers?: { readonly seat: Seat; readonly requestId: number }): Uint8Array {
    const frame = this.#deps.codec.encode(message);
    for (const seat of this.#seats.values()) seat.deliver(frame, seat === answers?.seat ? answers.requestId : 0);
    return frame;
  }

  #saidNow(message: ChatMessage, sender: number, seat: Seat, requestId: number, nowMs: number): void {
    this.#chat.push(message);
    if (this.#chat.length > limits.chatHistory.onJoin) this.#chat.shift();
    this.#active(nowMs);
    const serverTime = this.#deps.clock.serviceUs();
    const frame = this.#broadcast({ kind: 'chatMessage', body: message, sender, serverTime }, { seat, requestId });
    // Whoever was taken out meanwhile has an answer coming all the same.
    if (!this.#seats.has(sender)) seat.deliver(frame, requestId);
  }

  #snapshot(member: Member): Uint8Array {
    const { record } = this;
    const body: RoomJoined = {
      room: roomBody(record, { currentUsers: this.#state.members.size, lastActivity: this.#lastActivityMs }),
      participants: Array.from(this.#state.members.values(), (each) => each.participant),
      self: member.participant.number,
      chat: this.#chat,
      welcomeMessage: record.settings.welcomeMessage,
      sounding: soundingNow(this.#state),
    };
    return this.#deps.codec.encode({ kind: 'roomJoined', body, serverTime: this.#deps.clock.serviceUs() });
  }
}

function messageFor(event: Exclude<RoomEvent, { kind: 'notesReleased' }>): Outgoing {
  switch (event.kind) {
    case 'participantJoined':
      return { kind: event.kind, body: { participant: event.participant } };
    case 'participantUpdated':
      return { kind: event.kind, body: { participant: event.participant } };
    case 'participantLeft':
      return { kind: event.kind, body: { participant: event.participant, reason: event.reason, note: event.note } };
  }
}
