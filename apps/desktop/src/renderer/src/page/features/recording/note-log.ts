import { eventLength } from '@roomtone/protocol';
import { SoundingState } from '../../../contract/sounding-state.ts';
import type { TakeChunk } from './take.ts';

const firstEvents = 1_024;
const longestEvent = 3;

/** Collects what is heard and gives it away in chunks. Adding allocates nothing until a second is fuller than any before. */
export class NoteLog {
  readonly #state = new SoundingState();
  #timesUs = new Float64Array(firstEvents);
  #players = new Uint16Array(firstEvents);
  #data = new Uint8Array(firstEvents * longestEvent);
  #count = 0;
  #bytes = 0;
  #startUs: number;

  constructor(nowUs: number) {
    this.#startUs = nowUs;
  }

  /** How many events wait to be taken. */
  get size(): number {
    return this.#count;
  }

  /**
   * Adds valid raw MIDI.
   * @param timeUs when the first event was played; `offsets` says how long after it each one was, 0 where it says nothing.
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

  /** Takes what has been added since the last time; undefined when that is nothing. */
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
    this.#data = new Uint8Array(size * longestEvent);
    this.#data.set(data);
  }
}

/** Calls back once for each stretch of events of one player, with their raw MIDI and the first one's index. */
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
