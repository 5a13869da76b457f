import { LeaveReason, limits, type Message, type Welcome } from '@roomtone/protocol';
import type { CloseReason } from '../connection/connection-state.ts';
import type { Emitter } from '../emitter.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import {
  chatMessageOf,
  closeReasonOf,
  dataOf,
  leaveReasonOf,
  ownershipOfferOf,
  type Participant,
  participantOf,
  type RoomInfo,
  roomInfoOf,
  type Turns,
  transportOf,
  turnsOf,
} from './from-wire.ts';
import type { JoinedRoom } from './room-destination.ts';
import type { RoomEvents, RoomSnapshot } from './room-types.ts';

/** The state of the current room, updated from the server's frames and reported as events. */
export class RoomState {
  readonly participants = new Map<number, Participant>();
  snapshot: RoomSnapshot | undefined;
  info: RoomInfo | undefined;
  turns: Turns | undefined;
  readonly #emitter: Emitter<RoomEvents>;
  readonly #notes: NoteIntake;
  readonly #serverNowUs: () => number;
  #selfId = 0;
  /** Ids of the latest chat messages. */
  readonly #said = new Set<string>();

  constructor(emitter: Emitter<RoomEvents>, notes: NoteIntake, serverNowUs: () => number) {
    this.#emitter = emitter;
    this.#notes = notes;
    this.#serverNowUs = serverNowUs;
  }

  /** This participant; undefined before the first join. */
  get self(): Participant | undefined {
    return this.participants.get(this.#selfId);
  }

  /** Releases everybody's notes and takes a new snapshot; the caller reports it. */
  join(body: JoinedRoom, me: Welcome): RoomSnapshot {
    this.releaseAll();
    this.participants.clear();
    this.#said.clear();
    const participants = body.participants.map(participantOf);
    for (const participant of participants) this.participants.set(participant.participantId, participant);
    this.#selfId = body.self;
    const info = roomInfoOf(body.room);
    this.info = info;
    const snapshot = {
      info,
      // The server always lists the receiver.
      self: this.self as Participant,
      participants,
      chat: body.chat.map(chatMessageOf),
      welcomeMessage: body.welcomeMessage,
      transport: body.transport && transportOf(body.transport),
      sounding: body.sounding.map(({ participant, data }) => ({ participantId: participant, data })),
      limits: me.limits,
      connectionId: me.connectionId,
    };
    this.snapshot = snapshot;
    return snapshot;
  }

  /** Ends everything that other players have sounding. */
  releaseAll(): void {
    for (const participantId of [...this.participants.keys()]) this.#release(participantId);
  }

  /** Applies a frame that changes the room; returns false for other frames. */
  apply(message: Message): boolean {
    switch (message.kind) {
      case 'participantJoined':
        if (message.body.participant !== undefined) {
          this.#update('participantJoined', participantOf(message.body.participant));
        }
        return true;
      case 'participantUpdated':
        if (message.body.participant !== undefined) this.#updated(participantOf(message.body.participant));
        return true;
      case 'participantLeft':
        this.#left(message);
        return true;
      case 'chatMessage':
        if (this.#isNew(message.body.messageId)) this.#emitter.emit('chat', chatMessageOf(message.body));
        return true;
      case 'dataMessage':
        this.#emitter.emit('data', dataOf(message));
        return true;
      case 'chatDeleted':
        this.#emitter.emit('chatDeleted', { messageId: message.body.messageId, participantId: message.sender });
        return true;
      case 'typing':
        this.#emitter.emit('typing', { participantId: message.sender, typing: message.body.typing });
        return true;
      case 'ownershipOffer':
        this.#emitter.emit('ownershipOffer', ownershipOfferOf(message.body));
        return true;
      case 'turns':
        this.#take(turnsOf(message));
        return true;
      case 'roomUpdated':
        if (message.body.room === undefined) return true;
        this.info = roomInfoOf(message.body.room);
        this.#emitter.emit('roomUpdated', this.info);
        return true;
      default:
        return false;
    }
  }

  /** After a process was killed, the one that goes on may send again what this client has got already (S31.9). */
  #isNew(messageId: string): boolean {
    const said = this.#said;
    if (said.has(messageId)) return false;
    said.add(messageId);
    const [first = ''] = said;
    if (said.size > limits.chatHistory.onJoin) said.delete(first);
    return true;
  }

  #take(turns: Turns): void {
    // The server releases the notes of those whose turn is over, which cancels what they still have scheduled (R5.10).
    const before = this.info?.settings?.mayPlay === 'turns' ? this.turns?.playing : undefined;
    for (const { participantId } of before ?? []) {
      if (turns.playing.every((turn) => turn.participantId !== participantId)) this.#release(participantId);
    }
    this.turns = turns;
    this.#emitter.emit('turns', turns);
  }

  #updated(participant: Participant): void {
    const wasMuted = this.participants.get(participant.participantId)?.muted ?? false;
    // The server releases a muted player's notes, which cancels what they still have scheduled (R5.10).
    if (participant.muted && !wasMuted) this.#release(participant.participantId);
    this.#update('participantUpdated', participant);
  }

  #update(name: 'participantJoined' | 'participantUpdated', participant: Participant): void {
    this.participants.set(participant.participantId, participant);
    this.#emitter.emit(name, participant);
  }

  #left({ body }: Message<'participantLeft'>): void {
    const { participant, reason, note } = body;
    if (participant === undefined) return;
    this.#release(participant.number);
    this.#notes.forget(participant.number);
    this.participants.delete(participant.number);
    const left = { participant: participantOf(participant), reason: leaveReasonOf(reason), note };
    this.#emitter.emit('participantLeft', left);
  }

  #release(participantId: number): void {
    const lastUs = this.#notes.cancel(participantId);
    const afterUs = this.#serverNowUs();
    if (lastUs > afterUs) this.#emitter.emit('recalled', { participantId, afterUs });
    this.#emitter.emit('notesReleased', { participantId });
  }
}

/** Why a frame removes this participant from the room; undefined if it does not. */
export function whyRemoved(message: Message): CloseReason | undefined {
  if (message.kind === 'roomClosed') return { kind: 'roomClosed', why: closeReasonOf(message.body.reason) };
  if (message.kind !== 'roomLeft') return undefined;
  const { reason, note } = message.body;
  switch (reason) {
    case LeaveReason.KICKED:
      return { kind: 'kicked', note };
    case LeaveReason.BANNED:
      return { kind: 'banned', note };
    default:
      return { kind: 'left' };
  }
}
