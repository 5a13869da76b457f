import { type Participant, type RoomEvent, type RoomState, readsChatOf } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import { NoteRelay, type NoteRelayDeps } from '../delivery/note-relay.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Outgoing } from '../sockets/codec.ts';

export interface RoomRecipientsDeps extends NoteRelayDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
}

/** The recipients in one room. Everything is sent within the call, so that all of them see the same order. */
export class RoomRecipients {
  /** By participant number. */
  readonly #recipients = new Map<number, Recipient>();
  readonly #room: Pick<RoomState, 'participants' | 'owners'>;
  readonly #deps: RoomRecipientsDeps;
  readonly notes: NoteRelay;

  constructor(room: Pick<RoomState, 'participants' | 'owners'>, deps: RoomRecipientsDeps) {
    this.#room = room;
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

  clear(): void {
    for (const number of [...this.#recipients.keys()]) this.remove(number);
  }

  /**
   * Sends a message to everybody inside, and to the requester as the answer, even if they have left in the meantime.
   * @param speakerId the user whose chat it is, if any: participants who block them do not get it.
   */
  sendToAll(message: Outgoing, requester?: Requester, speakerId = ''): void {
    const frame = this.#frameOf(message);
    for (const [listener, recipient] of this.#recipients) {
      if (!this.#readsChatOf(listener, speakerId)) continue;
      recipient.deliver(frame, recipient === requester?.recipient ? requester.requestId : 0);
    }
    if (requester !== undefined && !this.#recipients.has(requester.sender))
      requester.recipient?.deliver(frame, requester.requestId);
  }

  /** Answers a request. */
  sendToRequester(message: Outgoing, { recipient, requestId }: Requester): void {
    recipient?.deliver(this.#frameOf(message), requestId);
  }

  /** Sends a message to all participants of these users. */
  sendToUsers(userIds: ReadonlySet<string>, message: Outgoing): void {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    for (const [listener, recipient] of this.#recipients) {
      if (userIds.has(this.#room.participants.get(listener)?.info.userId ?? '')) recipient.deliver(frame, 0);
    }
  }

  /** Sends what a participant does to the others, outside the reliable stream, except to those who block them. */
  sendToOthersUnnumbered(message: Outgoing, { number, info }: Participant): void {
    const frame = this.#frameOf(message);
    for (const [listener, recipient] of this.#recipients) {
      if (listener !== number && this.#readsChatOf(listener, info.userId)) recipient.deliverUnnumbered(frame, 0);
    }
  }

  /** Sends data to those participants who get it, outside the reliable stream. */
  sendUnnumbered(message: Outgoing<'dataMessage'>, isFor: (listener: Participant) => boolean): void {
    const frame = this.#frameOf(message);
    for (const [listener, recipient] of this.#recipients) {
      const participant = this.#room.participants.get(listener);
      if (participant === undefined || !isFor(participant)) continue;
      if (message.body.lossy) recipient.deliverLossy(frame);
      else recipient.deliverUnnumbered(frame, 0);
    }
  }

  /**
   * Tells everybody inside what happened.
   * @param sender the participant who caused it; 0 for none.
   * @param except a participant who is not told.
   */
  publish(events: readonly RoomEvent[], sender: number, except?: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    for (const event of events) {
      if (event.kind === 'notesReleased') {
        for (const midi of event.messages) this.notes.relayOwn(event.number, midi, serverTime);
      } else if (except === undefined) this.sendToAll({ ...messageFor(event), sender, serverTime });
      else this.#sendToAllBut(except, { ...messageFor(event), sender, serverTime });
    }
  }

  #sendToAllBut(except: number, message: Outgoing): void {
    const frame = this.#frameOf(message);
    for (const [number, recipient] of this.#recipients) if (number !== except) recipient.deliver(frame, 0);
  }

  /** Tells one participant alone what has changed about them. */
  tell({ number, info }: Participant): void {
    this.notes.flush();
    const serverTime = this.#deps.clock.serviceUs();
    const message = messageFor({ kind: 'participantUpdated', participant: info });
    this.#recipients.get(number)?.deliver(this.#deps.codec.encode({ ...message, sender: number, serverTime }), 0);
  }

  /** Makes a frame, which comes after the notes so far, and counts its bytes for whoever caused it (S38.4). */
  #frameOf(message: Outgoing): Uint8Array {
    this.notes.flush();
    const frame = this.#deps.codec.encode(message);
    const cause = this.#room.participants.get(message.sender ?? 0);
    cause?.quota.bytes?.add(frame.byteLength, this.#deps.clock.serviceUs());
    return frame;
  }

  #readsChatOf(listener: number, speakerId: string): boolean {
    const participant = this.#room.participants.get(listener);
    return participant === undefined || readsChatOf(this.#room, participant, speakerId);
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
