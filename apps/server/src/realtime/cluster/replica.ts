import { type Participant, participantOf } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { RoomBus } from '../../ports/room-bus.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import { applyChange } from '../rooms/apply-change.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Entry, Leaving, RoomChange, SharedChange } from '../rooms/room-change.ts';
import type { KnownParticipants } from './known-participants.ts';
import type { Pending } from './room-commits.ts';
import { isSameRecord } from './shared-record.ts';
import { ShownChat } from './shown-chat.ts';

/** The copy of a shared room in this process: applies the changes that all processes agree on. */
export class Replica {
  readonly room: LiveRoom;
  readonly known: KnownParticipants;
  /** This process. */
  readonly self: string;
  readonly shownChat: ShownChat;
  readonly #clock: Pick<Clock, 'serviceUs'>;

  constructor(
    room: LiveRoom,
    known: KnownParticipants,
    { bus, clock }: { readonly bus: Pick<RoomBus, 'processId'>; readonly clock: Pick<Clock, 'serviceUs'> },
  ) {
    this.room = room;
    this.shownChat = new ShownChat(room.history);
    this.known = known;
    this.self = bus.processId;
    this.#clock = clock;
  }

  get nowUs(): number {
    return this.#clock.serviceUs();
  }

  /** @param pending what this process does for a change of its own. */
  apply(
    change: Exclude<SharedChange, { readonly kind: 'chatSince' }>,
    isOwn: boolean,
    pending: Pending | undefined,
  ): void {
    switch (change.kind) {
      case 'joined': {
        for (const leaving of change.leaving) this.leave(leaving);
        if (!isOwn) this.admit(change.entry, change.entry.mute);
        else pending?.enter?.();
        break;
      }
      case 'left':
        this.leave(change.leaving);
        break;
      case 'updated':
        if (!isOwn) this.update(change.entry);
        else pending?.enter?.();
        break;
      case 'record':
        if (change.endsTurns) this.room.turns.end();
        if (pending?.enter === undefined) this.#setRecord(change.record, change.sender);
        else pending.enter();
        break;
      default:
        this.carryOut(change, pending?.requester);
    }
  }

  /** Carries out a change for those who are connected here. */
  carryOut(change: RoomChange, requester?: Requester): void {
    if (change.kind === 'chat') {
      // It may have been sent here already, because the others could not be reached. The answer to a request is still due.
      if (this.shownChat.has(change.message)) {
        if (requester !== undefined) this.room.chat.answer(change.message, change.sender, requester);
        return;
      }
      this.shownChat.add(change.message);
    }
    applyChange(this.room, change, this.nowUs, requester);
  }

  /** Somebody who is connected to another process is inside. */
  admit(entry: Entry, mute: Entry['mute']): void {
    const { number } = entry.info;
    if (this.known.get(number) !== undefined) {
      this.update(entry);
      return;
    }
    this.known.set(number, { entry, text: JSON.stringify(entry), occupant: undefined });
    const blocks: ReadonlySet<string> = new Set();
    const { personId, address } = entry;
    const info = { ...entry.info, muted: mute !== undefined };
    this.room.admit(participantOf(info, { personId, address, blocks, mute, roles: [] }, this.nowUs));
  }

  /** Another process says what the others see of a participant, who may have been connected here before. */
  update(entry: Entry): void {
    const { number } = entry.info;
    const known = this.known.get(number);
    const participant = this.room.participants.get(number);
    if (known === undefined || participant === undefined) {
      // They left here because this process did not know yet that they go on in another.
      this.admit(entry, entry.info.muted ? entry.mute : undefined);
      return;
    }
    const { occupant } = known;
    const hasMoved = known.entry.home !== entry.home;
    known.entry = entry;
    known.text = JSON.stringify(entry);
    known.occupant = undefined;
    this.known.count();
    if (hasMoved) this.room.disconnect(participant);
    if (hasMoved) occupant?.moved();
    const { muted } = participant.info;
    if (JSON.stringify({ ...entry.info, muted }) !== JSON.stringify(participant.info)) {
      this.room.setInfo(participant, entry.info);
    }
  }

  /** A new password is read from storage, a moment later. */
  #setRecord(shared: RoomRecord, sender: number): void {
    const { passwordHash } = this.room.record;
    const record = { ...shared, passwordHash };
    if (!isSameRecord(record, this.room.record)) this.room.update(record, undefined, sender);
  }

  leave({ number, reason, note, by }: Leaving): void {
    const known = this.known.get(number);
    const participant = this.room.participants.get(number);
    this.known.delete(number);
    if (known?.occupant !== undefined) known.occupant.removed(reason, { note, by });
    else if (participant !== undefined) this.room.leave(participant, reason, { note, by });
  }

  releaseNotes(number: number): void {
    const participant = this.participant(number);
    if (participant !== undefined) this.room.notes.release(participant);
  }

  participant(number: number): Participant | undefined {
    return this.room.participants.get(number);
  }
}
