import { eventLength } from '@roomtone/protocol';
import { SoundingState } from '../../../contract/sounding-state.ts';
import type { TakeChunk } from './take.ts';

const initialCapacity = 1_024;
const maxEventBytes = 3;

/** Collects events and returns them in chunks. Adding allocates nothing unless a chunk grows larger than any before. */
export class NoteLog {
  readonly #state = new SoundingState();
  #timesUs = new Float64Array(initialCapacity);
  #players = new Uint16Array(initialCapacity);
  #data = new Uint8Array(initialCapacity * maxEventBytes);
  #count = 0;
  #bytes = 0;
  #startUs: number;

  constructor(nowUs: number) {
    this.#startUs = nowUs;
  }

  /** The number of events that takeChunk() would return. */
  get size(): number {
    return this.#count;
  }

  /**
   * Adds valid raw MIDI.
   * @param timeUs when the first event was played; `offsets` holds each event's time after it, 0 where it is missing.
   */
  add(player: number, data: Uint8Array, timeUs: number, offsets: readonly number[]): void {
    let position = 0;
    for (let index = 0; position < data.length; index++) {
      const length = eventLength(data[position] ?? 0);
      if (length === 0) return;
      if (this.#count === this.#timesUs.length) this.#grow();
      this.#timesUs[this.#count] = timeUs + (offsets[index] ?? 0);
      this.#players[this.#count] = player;
      this.#count++;
      for (let byte = 0; byte < length; byte++) this.#data[this.#bytes++] = data[position + byte] ?? 0;
      position += length;
    }
  }

  /** Returns what was added since the last call; undefined if that is nothing. */
  takeChunk(nowUs: number): TakeChunk | undefined {
    const startUs = this.#startUs;
    this.#startUs = nowUs;
    if (this.#count === 0) return undefined;
    const chunk = {
      startUs,
      endUs: nowUs,
      opening: [...this.#state.all()],
      timesUs: this.#timesUs.slice(0, this.#count),
      players: this.#players.slice(0, this.#count),
      data: this.#data.slice(0, this.#bytes),
    };
    forEachRun(chunk, (player, data) => this.#state.feed(player, data));
    this.#count = 0;
    this.#bytes = 0;
    return chunk;
  }

  #grow(): void {
    const size = this.#timesUs.length * 2;
    const [timesUs, players, data] = [this.#timesUs, this.#players, this.#data];
    this.#timesUs = new Float64Array(size);
    this.#timesUs.set(timesUs);
    this.#players = new Uint16Array(size);
    this.#players.set(players);
    this.#data = new Uint8Array(size * maxEventBytes);
    this.#data.set(data);
  }
}

/** Calls back once for each run of events of one player, with their raw MIDI and the index of the first one. */
export function forEachRun(
  { players, data }: Pick<TakeChunk, 'players' | 'data'>,
  each: (player: number, data: Uint8Array, firstIndex: number) => void,
): void {
  let position = 0;
  for (let index = 0; index < players.length; ) {
    const [player = 0, firstIndex, start] = [players[index], index, position];
    while (index < players.length && players[index] === player) {
      position += eventLength(data[position] ?? 0);
      index++;
    }
    each(player, data.subarray(start, position), firstIndex);
  }
}
