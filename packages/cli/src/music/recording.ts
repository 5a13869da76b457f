import { forEachEvent, HeldNotes, splitMidi, type TimedEvent } from '@roomtone/protocol';
import type { NotesEvent, Room, RoomSnapshot } from '@roomtone/sdk';
import { recordingTime, type TrackToWrite, writeMidiFile } from '@roomtone/smf';

/** The part of a Room that recording needs. */
export type RecordedRoom = Pick<Room, 'serverNowUs' | 'on' | 'participants'>;

/** An event with the time it was played and the time it arrived here (service clock, µs). */
interface HeardEvent extends TimedEvent {
  readonly arrivedUs: number;
}

/** One player's part of a recording. */
export interface Take {
  readonly participant: number;
  readonly name: string;
  /** In the order played; times never decrease. */
  readonly events: readonly HeardEvent[];
}

interface OpenTake extends Take {
  readonly events: HeardEvent[];
  readonly held: HeldNotes;
}

/** Listens to a room and records what is played, with the times at which it was played. */
export class Recording {
  readonly #room: RecordedRoom;
  readonly #takes = new Map<number, OpenTake>();
  readonly #unsubscribe: readonly (() => void)[];
  #eventCount = 0;
  #gaps = -1;

  /** Starts immediately. Create it before the room is joined, or it misses the notes that are already sounding. */
  constructor(room: RecordedRoom) {
    this.#room = room;
    this.#unsubscribe = [
      room.on('joined', (snapshot) => this.#joined(snapshot)),
      room.on('resumed', (snapshot) => this.#joined(snapshot)),
      room.on('resynced', (snapshot) => this.#joined(snapshot)),
      room.on('notes', (notes) => this.#notes(notes)),
      room.on('notesReleased', ({ participantId }) => this.#release(participantId)),
    ];
  }

  /** Number of events recorded. */
  get eventCount(): number {
    return this.#eventCount;
  }

  /** How often notes may have been missed: the connection was lost and resumed, or fell behind. */
  get gaps(): number {
    return Math.max(0, this.#gaps);
  }

  /** A take for each player, in the order in which they were first heard. */
  get takes(): readonly Take[] {
    return [...this.#takes.values()];
  }

  /** Stops recording; the takes stay. */
  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /**
   * The recording so far as a Standard MIDI File with one track per player. It begins with the first event of any
   * player, at 120 beats per minute with a tick of 16 µs, so that times are accurate to 8 µs.
   */
  toMidiFile(): Uint8Array {
    const takes = this.takes.filter((take) => take.events.length > 0);
    const firstUs = takes.reduce((min, take) => Math.min(min, take.events[0]?.timeUs ?? min), Number.POSITIVE_INFINITY);
    return writeMidiFile(namedApart(takes), Number.isFinite(firstUs) ? firstUs : 0, recordingTime);
  }

  #notes({ participantId, startTimeUs, offsets, data }: NotesEvent): void {
    const take = this.#takeOf(participantId);
    this.#add(take, splitMidi({ startTime: startTimeUs, offsets: [...offsets], data }, startTimeUs));
  }

  /**
   * A snapshot has the notes that are already sounding; every snapshot after the first means that something was
   * missed.
   */
  #joined(snapshot: RoomSnapshot): void {
    this.#gaps++;
    for (const { participantId, data } of snapshot.sounding) {
      if (participantId !== snapshot.self.participantId) this.#addNow(this.#takeOf(participantId), data);
    }
  }

  /** The server has already released the notes it knows of; this ends what is left when a connection was lost. */
  #release(participant: number): void {
    const take = this.#takes.get(participant);
    if (take !== undefined) this.#addNow(take, take.held.release());
  }

  #addNow(take: OpenTake, data: Uint8Array): void {
    let count = 0;
    forEachEvent(data, () => count++);
    const nowUs = this.#room.serverNowUs();
    this.#add(take, splitMidi({ startTime: nowUs, offsets: new Array<number>(count).fill(0), data }, nowUs));
  }

  /** An event with an earlier time gets its predecessor's: no player's events are reordered (docs/protocol.md). */
  #add(take: OpenTake, events: readonly TimedEvent[]): void {
    const arrivedUs = this.#room.serverNowUs();
    for (const { timeUs, data } of events) {
      const previousUs = take.events.at(-1)?.timeUs ?? 0;
      take.events.push({ timeUs: Math.max(timeUs, previousUs), data, arrivedUs });
      take.held.feed(data);
    }
    this.#eventCount += events.length;
  }

  #takeOf(participant: number): OpenTake {
    let take = this.#takes.get(participant);
    if (take === undefined) {
      const name = this.#room.participants.get(participant)?.username ?? `player ${participant}`;
      take = { participant, name, events: [], held: new HeldNotes() };
      this.#takes.set(participant, take);
    }
    return take;
  }
}

/** Tracks with unique names: later takes under the same name get a number. */
function namedApart(takes: readonly Take[]): TrackToWrite[] {
  const seen = new Map<string, number>();
  return takes.map(({ name, events }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, events };
  });
}
