import {
  LeaveReason,
  type Message,
  type Participant,
  type Room,
  type RoomJoined,
  type Welcome,
} from '@roomtone/protocol';
import type { CloseReason } from '../connection/connection-state.ts';
import type { Emitter } from '../emitter.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import type { RoomEvents, RoomSnapshot } from './room-types.ts';

/** The state of the current room, updated from the server's frames and reported as events. */
export class RoomState {
  readonly participants = new Map<number, Participant>();
  snapshot: RoomSnapshot | undefined;
  room: Room | undefined;
  readonly #emitter: Emitter<RoomEvents>;
  readonly #notes: NoteIntake;

  constructor(emitter: Emitter<RoomEvents>, notes: NoteIntake) {
    this.#emitter = emitter;
    this.#notes = notes;
  }

  /** Silences everybody and takes a new snapshot; the caller emits `joined`. */
  join(body: RoomJoined & { readonly room: Room }, me: Welcome): RoomSnapshot {
    const { room, participants, self, chat, welcomeMessage, transport, sounding } = body;
    this.silenceAll();
    this.participants.clear();
    for (const participant of participants) this.participants.set(participant.number, participant);
    this.room = room;
    const snapshot = { room, participants, self, chat, welcomeMessage, transport, sounding, me };
    this.snapshot = snapshot;
    return snapshot;
  }

  /** Ends everything that other players have sounding. */
  silenceAll(): void {
    for (const number of [...this.participants.keys()]) this.#silence(number);
  }

  /** Applies a frame that changes the room; returns false for other frames. */
  apply(message: Message): boolean {
    switch (message.kind) {
      case 'participantJoined':
        if (message.body.participant !== undefined) this.#update('participantJoined', message.body.participant);
        return true;
      case 'participantUpdated':
        if (message.body.participant !== undefined) this.#updated(message.body.participant);
        return true;
      case 'participantLeft':
        this.#left(message);
        return true;
      case 'chatMessage':
        this.#emitter.emit('chat', message.body);
        return true;
      case 'chatDeleted':
        this.#emitter.emit('chatDeleted', { messageId: message.body.messageId, by: message.sender });
        return true;
      case 'typing':
        this.#emitter.emit('typing', { participant: message.sender, typing: message.body.typing });
        return true;
      case 'roomUpdated':
        if (message.body.room === undefined) return true;
        this.room = message.body.room;
        this.#emitter.emit('roomUpdated', this.room);
        return true;
      default:
        return false;
    }
  }

  #updated(participant: Participant): void {
    const wasMuted = this.participants.get(participant.number)?.muted ?? false;
    // The server releases a muted player's notes, which cancels what they still have scheduled (R5.10).
    if (participant.muted && !wasMuted) this.#silence(participant.number);
    this.#update('participantUpdated', participant);
  }

  #update(name: 'participantJoined' | 'participantUpdated', participant: Participant): void {
    this.participants.set(participant.number, participant);
    this.#emitter.emit(name, participant);
  }

  #left({ body }: Message<'participantLeft'>): void {
    const { participant, reason, note } = body;
    if (participant === undefined) return;
    this.#silence(participant.number);
    this.#notes.forget(participant.number);
    this.participants.delete(participant.number);
    this.#emitter.emit('participantLeft', { participant, reason, note });
  }

  #silence(participant: number): void {
    this.#notes.cancel(participant);
    this.#emitter.emit('silence', { participant });
  }
}

/** Why a frame removes this participant from the room; undefined if it does not. */
export function whyRemoved(message: Message): CloseReason | undefined {
  if (message.kind === 'roomClosed') return { kind: 'room-closed', why: message.body.reason };
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
