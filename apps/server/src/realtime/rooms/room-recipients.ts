import type { Participant, RoomEvent } from '../../domain/room.ts';
import { readsChatOf } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import { NoteRelay, type NoteRelayDeps } from '../delivery/note-relay.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Outgoing } from '../sockets/codec.ts';

export interface RoomRecipientsDeps extends NoteRelayDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
}

/** The seats of one room, and how those in them hear what happens: everybody in one order, within the call. */
export class RoomRecipients {
  /** By participant number, as the members. */
  readonly #recipients = new Map<number, Recipient>();
  readonly #participants: ReadonlyMap<number, Participant>;
  readonly #deps: RoomRecipientsDeps;
  /** How they hear notes. */
  readonly notes: NoteRelay;

  constructor(participants: ReadonlyMap<number, Participant>, deps: RoomRecipientsDeps) {
    this.#participants = participants;
    this.#deps = deps;
    this.notes = new NoteRelay(this.#recipients, deps);
  }

  /** By participant number. */
  get recipients(): ReadonlyMap<number, Recipient> {
    return this.#recipients;
  }

  add(number: number, recipient: Recipient): void {
    this.notes.flush();
    this.#recipients.set(number, recipient);
    recipient.onStreamChange = this.notes.changed;
    this.notes.forget();
  }

  remove(number: number): void {
    this.notes.flush();
    const recipient = this.#recipients.get(number);
    if (recipient !== undefined) recipient.onStreamChange = undefined;
    this.#recipients.delete(number);
    this.notes.forget();
  }

  /** Nobody hears anything more. */
  clear(): void {
    for (const number of [...this.#recipients.keys()]) this.remove(number);
  }

  /**
   * Tells everybody inside, an asker as the answer: also one who has left since, who has it coming all the same. Where a
   * user says it, those who block them do not hear it.
   */
  sendToAll(message: Outgoing, requester?: Requester, speakerId = ''): void {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    for (const [listener, recipient] of this.#recipients) {
      if (!this.#readsChatOf(listener, speakerId)) continue;
      recipient.deliver(frame, recipient === requester?.recipient ? requester.requestId : 0);
    }
    if (requester !== undefined && !this.#recipients.has(requester.sender))
      requester.recipient.deliver(frame, requester.requestId);
  }

  /** Tells the others, outside the reliable stream, what a participant does who may be blocked. */
  sendToOthersUnnumbered(message: Outgoing, { number, info }: Participant): void {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    for (const [listener, recipient] of this.#recipients) {
      if (listener !== number && this.#readsChatOf(listener, info.userId)) recipient.deliverUnnumbered(frame, 0);
    }
  }

  /** Tells everybody inside what happened; `sender` caused it, 0 for nobody. */
  publish(events: readonly RoomEvent[], sender: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.notes.relay(event.number, midi, serverTime);
      } else this.sendToAll({ ...messageFor(event), sender, serverTime });
    }
  }

  #readsChatOf(listener: number, speakerId: string): boolean {
    const participant = this.#participants.get(listener);
    return participant === undefined || readsChatOf(participant, speakerId);
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
