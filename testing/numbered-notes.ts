import { setTimeout as delay } from 'node:timers/promises';

const noteOn = 0x90;
const allNotesOff = Uint8Array.of(0xb0, 123, 0);
const keys = 88;
const lowestKey = 21;
/** How many notes can be told apart. */
const most = keys * 127;

/** A note-on that tells its number by key and velocity. */
export function numberedNote(number: number): Uint8Array {
  if (number >= most) throw new RangeError(`only ${most} notes can be told apart`);
  return Uint8Array.of(noteOn, lowestKey + (number % keys), 1 + Math.floor(number / keys));
}

/** The numbers of the note-ons, in order. */
export function numbersIn(data: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < data.length; at += 3)
    if (data[at] === noteOn) numbers.push(((data[at + 2] ?? 0) - 1) * keys + (data[at + 1] ?? 0) - lowestKey);
  return numbers;
}

/** The part of the SDK's Room that it takes. */
interface Room<Figures> {
  readonly self: { readonly participantId: number };
  readonly datagrams: Figures;
  send(data: Uint8Array): unknown;
  on(
    event: 'notes',
    handler: (notes: { readonly participantId: number; readonly data: Uint8Array }) => void,
  ): () => void;
  setPlayer(settings: object): Promise<void>;
}

/** The notes that one of two players has heard of the other. */
export interface Heard<Figures> {
  /** Notes that the other has played so far; they are numbered from 0. */
  readonly played: number;
  /** Numbers of the notes, in the order in which they were heard. */
  readonly numbers: readonly number[];
  /** The datagrams of the one who hears. */
  readonly datagrams: Figures;
}

const perSecond = 50;
/** Longer than any packet takes to be sent again until it arrives. */
const stragglersMs = 15_000;

/** Two players in a room who play notes with numbers to each other. */
export class NumberedNotes<Figures> {
  readonly #rooms: readonly Room<Figures>[];
  readonly #heard: readonly number[][];
  #played = 0;
  #playing: NodeJS.Timeout | undefined;

  constructor(one: Room<Figures>, other: Room<Figures>) {
    this.#rooms = [one, other];
    this.#heard = this.#rooms.map((room) => {
      const numbers: number[] = [];
      room.on('notes', ({ participantId, data }) => {
        if (participantId === (room === one ? other : one).self.participantId) numbers.push(...numbersIn(data));
      });
      return numbers;
    });
  }

  /** Both play 50 notes per second from now on. */
  begin(): void {
    this.#playing = setInterval(() => {
      for (const room of this.#rooms) room.send(numberedNote(this.#played));
      this.#played++;
    }, 1000 / perSecond);
  }

  /** Both stop, and end their notes. Resolves when everything has been heard, or has been lost. */
  async finish(): Promise<readonly Heard<Figures>[]> {
    clearInterval(this.#playing);
    for (const room of this.#rooms) room.send(allNotesOff);
    const isComplete = () => this.#heard.every((numbers) => numbers.at(-1) === this.#played - 1);
    for (let waitedMs = 0; !isComplete() && waitedMs < stragglersMs; waitedMs += 20) await delay(20);
    // The answers come after whatever the server has relayed twice.
    await Promise.all(this.#rooms.map((room) => room.setPlayer({})));
    return this.sofar();
  }

  /** The notes that each of both has heard so far. */
  sofar(): readonly Heard<Figures>[] {
    return this.#rooms.map(({ datagrams }, index) => ({
      played: this.#played,
      numbers: this.#heard[index] ?? [],
      datagrams,
    }));
  }
}
