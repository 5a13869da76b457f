import type { NotesEvent, Room } from '@roomtone/sdk';
import { numberedNote, numbersIn } from '../../../../../testing/numbered-notes.ts';
import { momentBy, playedAtUs } from './machine-clock.ts';

/** A note as its player played it, or as one of the others hears it. */
export interface NumberedNote {
  readonly number: number;
  /** When it was played, service clock by the player's machine, µs. */
  readonly startUs: number;
  /** When it sounds here, service clock µs. */
  readonly dueUs: number;
  /** The same by the shared clock. */
  readonly soundsUs: number;
  /** When it arrived here, service clock µs. */
  readonly arrivedUs: number;
}

export interface NotesReport {
  readonly played: readonly NumberedNote[];
  /** By player, in the order in which they arrived. */
  readonly heard: Readonly<Record<string, readonly NumberedNote[]>>;
  /** Datagrams received so far. */
  readonly datagrams: number;
}

const allNotesOff = Uint8Array.of(0xb0, 123, 0);

/** Plays numbered notes, and writes down those of the others as the screens schedule them. */
export class NoteListener {
  readonly #room: Room;
  readonly #played: NumberedNote[] = [];
  readonly #heard: Record<string, NumberedNote[]> = {};
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(room: Room) {
    this.#room = room;
    room.on('notes', (notes) => this.#take(notes));
  }

  get report(): NotesReport {
    return { played: this.#played, heard: this.#heard, datagrams: this.#room.datagrams.received };
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => {
      const { serviceUs, sharedUs } = momentBy(this.#room);
      const number = this.#played.length;
      this.#room.send(numberedNote(number), { atUs: serviceUs });
      const [startUs, dueUs, arrivedUs] = [serviceUs, serviceUs, serviceUs];
      this.#played.push({ number, startUs, dueUs, soundsUs: sharedUs, arrivedUs });
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#room.send(allNotesOff);
  }

  #take({ participantId, startTimeUs, playAtUs, offsets, data }: NotesEvent): void {
    const moment = momentBy(this.#room);
    const driftPpm = this.#room.clock?.driftPpm ?? 0;
    const player = this.#room.participants.get(participantId)?.username ?? '';
    this.#heard[player] ??= [];
    numbersIn(data).forEach((number, index) => {
      const dueUs = playAtUs + (offsets[index] ?? 0);
      this.#heard[player]?.push({
        number,
        startUs: startTimeUs + (offsets[index] ?? 0),
        dueUs,
        soundsUs: playedAtUs(moment, dueUs, driftPpm),
        arrivedUs: moment.serviceUs,
      });
    });
  }
}
