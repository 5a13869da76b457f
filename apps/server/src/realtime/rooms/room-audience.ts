import type { Member, RoomEvent } from '../../domain/room.ts';
import { hears } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import { NoteRelay, type NoteRelayDeps } from '../delivery/note-relay.ts';
import type { Asker, Seat } from '../delivery/seat.ts';
import type { Outgoing } from '../sockets/codec.ts';

export interface RoomAudienceDeps extends NoteRelayDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
}

/** The seats of one room, and how those in them hear what happens: everybody in one order, within the call. */
export class RoomAudience {
  /** By participant number, as the members. */
  readonly #seats = new Map<number, Seat>();
  readonly #members: ReadonlyMap<number, Member>;
  readonly #deps: RoomAudienceDeps;
  /** How they hear notes. */
  readonly notes: NoteRelay;

  constructor(members: ReadonlyMap<number, Member>, deps: RoomAudienceDeps) {
    this.#members = members;
    this.#deps = deps;
    this.notes = new NoteRelay(this.#seats, deps);
  }

  /** By participant number. */
  get seats(): ReadonlyMap<number, Seat> {
    return this.#seats;
  }

  add(number: number, seat: Seat): void {
    this.notes.flush();
    this.#seats.set(number, seat);
    seat.onStreamChange = this.notes.changed;
    this.notes.forget();
  }

  remove(number: number): void {
    this.notes.flush();
    const seat = this.#seats.get(number);
    if (seat !== undefined) seat.onStreamChange = undefined;
    this.#seats.delete(number);
    this.notes.forget();
  }

  /** Nobody hears anything more. */
  clear(): void {
    for (const number of [...this.#seats.keys()]) this.remove(number);
  }

  /**
   * Tells everybody inside, an asker as the answer: also one who has left since, who has it coming all the same. Where a
   * user says it, those who block them do not hear it.
   */
  tellAll(message: Outgoing, answers?: Asker, speakerId = ''): void {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    for (const [listener, seat] of this.#seats) {
      if (!this.#hears(listener, speakerId)) continue;
      seat.deliver(frame, seat === answers?.seat ? answers.requestId : 0);
    }
    if (answers !== undefined && !this.#seats.has(answers.sender)) answers.seat.deliver(frame, answers.requestId);
  }

  /** Tells the others, outside the reliable stream, what a participant does who may be blocked. */
  tellOthersAside(message: Outgoing, { number, userId }: Member['participant']): void {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    for (const [listener, seat] of this.#seats) {
      if (listener !== number && this.#hears(listener, userId)) seat.deliverAside(frame, 0);
    }
  }

  /** Tells everybody inside what happened; `sender` caused it, 0 for nobody. */
  publish(events: readonly RoomEvent[], sender: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.notes.relay(event.number, midi, serverTime);
      } else this.tellAll({ ...messageFor(event), sender, serverTime });
    }
  }

  #hears(listener: number, speakerId: string): boolean {
    const member = this.#members.get(listener);
    return member === undefined || hears(member, speakerId);
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
