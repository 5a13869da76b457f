import type { BorrowedNotes } from '@roomtone/protocol';
import { messagesAt, type Participant, play, playElsewhere, playHeldBack, releaseNotes } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { NoteRelay } from '../delivery/note-relay.ts';
import type { RelayedNotes } from '../sockets/codec.ts';
import type { HeldJoins } from './held-joins.ts';
import type { RoomRecipients } from './room-recipients.ts';

export interface RoomNotesDeps {
  readonly clock: Clock;
  readonly heldJoins: Pick<HeldJoins, 'announce'>;
  /** Notes were played (wall clock, ms). */
  readonly onPlayed: (nowMs: number) => void;
}

/** At most one note a second counts as activity of the room: activity is only needed to the day. */
const notesCountEveryUs = 1_000_000;

/** The notes in one room: asks the domain what of them counts, and relays that. This is the note path. */
export class RoomNotes {
  readonly #recipients: RoomRecipients;
  readonly #relay: NoteRelay;
  readonly #deps: RoomNotesDeps;
  /** Service clock: from this time on a note counts as activity again. */
  #countAgainUs = 0;

  constructor(recipients: RoomRecipients, deps: RoomNotesDeps) {
    this.#recipients = recipients;
    this.#relay = recipients.notes;
    this.#deps = deps;
  }

  /**
   * Relays a valid note message to everybody else within the call: no promise, no timer, encoded once.
   * @param noteNumber the number that the sender gave it, 0 for none.
   * @returns 'refused' if the sender may not play now, 'abuse' if their connection must be closed with 4400.
   * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest.
   */
  play(participant: Participant, midi: BorrowedNotes, nowUs: number, noteNumber = 0): 'relayed' | 'refused' | 'abuse' {
    this.#deps.heldJoins.announce(participant.number);
    const relayed = play(participant, midi, nowUs);
    if (relayed === 'refused' || relayed === 'abuse') return relayed;
    if (relayed !== undefined) {
      if (nowUs >= this.#countAgainUs) {
        this.#countAgainUs = nowUs + notesCountEveryUs;
        this.#deps.onPlayed(this.#deps.clock.nowMs());
      }
      this.#relay.relay(participant.number, relayed, nowUs, noteNumber);
    }
    return 'relayed';
  }

  /** Relays values that the quota held back. */
  playHeldBack(participant: Participant, nowUs: number): void {
    for (const midi of playHeldBack(participant, nowUs)) this.#relay.relayOwn(participant.number, midi, nowUs);
  }

  /** Relays a frame of notes that another process has checked, made and numbered for somebody who is connected there. */
  playFrame(participant: Participant, { noteNumber, notes }: RelayedNotes, frame: Buffer, nowUs: number): void {
    this.#deps.heldJoins.announce(participant.number);
    if (!playElsewhere(participant, notes, nowUs)) return;
    this.#relay.relayFrame(frame, participant.number, noteNumber, notes, nowUs);
  }

  /** The sounding notes of a participant, and the number of their last message of notes. */
  sounding({ number, played }: Participant): { readonly data: Uint8Array; readonly noteNumber: number } {
    return { data: played.sounding(), noteNumber: this.#relay.noteNumberOf(number) };
  }

  /** Lets sound what another process says of somebody who is connected there. Nothing of theirs may sound before. */
  resound(participant: Participant, data: Uint8Array, noteNumber: number): void {
    const nowUs = this.#deps.clock.serviceUs();
    this.#relay.continueFrom(participant.number, noteNumber);
    for (const midi of messagesAt(nowUs, data)) {
      if (playElsewhere(participant, midi, nowUs)) this.#relay.relayOwn(participant.number, midi, nowUs);
    }
  }

  /** Another process has counted this participant's messages of notes, perhaps some more than have arrived here. */
  countOn({ number }: Participant): void {
    this.#relay.countOn(number);
  }

  /** Releases the held notes of a participant whose connection has lost its socket. They stay in the room. */
  release(participant: Participant): void {
    this.#recipients.publish(releaseNotes(participant, this.#deps.clock.serviceUs()), participant.number);
  }
}
