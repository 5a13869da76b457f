import { eventLength } from '@roomtone/protocol';
import type { Mend } from './midi-file-error.ts';

/** One event of a track, where it was read. The payload is that of a meta event. */
export interface TrackEvent {
  delta: number;
  status: number;
  /** A meta event's type, or the first data byte of a channel voice message. */
  first: number;
  /** 0 if the message has one data byte. */
  second: number;
  payload: Uint8Array;
}

/** read: `event` has it. skipped: it is none that is told, but its time passes. damaged: bytes that are no event begin here. */
type Step = 'read' | 'skipped' | 'damaged' | 'cut' | 'end';

const nothing = new Uint8Array(0);
const deltaBits = 0x0fff_ffff;

/** Reads the events of a track from any bytes, one after another, and never beyond their end. */
export class TrackBytes {
  /** The last event that next() read; the same object each time. */
  readonly event: TrackEvent = { delta: 0, status: 0, first: 0, second: 0, payload: nothing };
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #mend: Mend | undefined;
  #position: number;
  #running = 0;

  /** @param mend takes what was read otherwise than it is written. */
  constructor(bytes: Uint8Array, begin: number, end: number, mend?: Mend) {
    this.#bytes = bytes;
    this.#position = begin;
    this.#end = end;
    this.#mend = mend;
  }

  get position(): number {
    return this.#position;
  }

  /** True after the event that ends a track. */
  get isEndOfTrack(): boolean {
    return this.event.status === 0xff && this.event.first === 0x2f;
  }

  next(): Step {
    const event = this.event;
    event.status = 0;
    event.delta = 0;
    if (this.#position >= this.#end) return 'end';
    const delta = this.#number();
    if (delta === undefined) return 'cut';
    event.delta = delta;
    const byte = this.#bytes[this.#position] ?? 0;
    if (this.#position >= this.#end) return 'cut';
    const status = byte < 0x80 ? this.#running : byte;
    if (byte >= 0x80) this.#position++;
    const length = eventLength(status);
    if (length > 0) return this.#voice(status, length);
    if (status === 0xff) return this.#meta();
    if (status === 0xf0 || status === 0xf7) return this.#payload() === undefined ? 'cut' : 'skipped';
    return status > 0xf0 ? this.#system(status) : 'damaged';
  }

  /** Goes on where an event seems to begin: a time of one byte, and then a status. */
  recover(): boolean {
    while (++this.#position < this.#end) {
      const status = this.#bytes[this.#position] ?? 0;
      const isStatus = eventLength(status) > 0 || status === 0xff || status === 0xf0;
      if (!isStatus || (this.#bytes[this.#position - 1] ?? 0xff) > 0x7f) continue;
      this.#position--;
      return true;
    }
    return false;
  }

  #voice(status: number, length: number): Step {
    if (this.#position + length - 1 > this.#end) return this.#cut();
    this.#running = status;
    const { event } = this;
    const first = this.#bytes[this.#position++] ?? 0;
    const second = length > 2 ? (this.#bytes[this.#position++] ?? 0) : 0;
    event.status = status;
    event.first = Math.min(first, 0x7f);
    event.second = Math.min(second, 0x7f);
    if ((first | second) < 0x80) return 'read';
    this.#mend?.('invalid-values');
    // The first byte of the others says how much, not what.
    const isAmount = status >= 0xd0;
    return first < 0x80 || isAmount ? 'read' : 'skipped';
  }

  #meta(): Step {
    if (this.#position >= this.#end) return 'cut';
    const type = this.#bytes[this.#position++] ?? 0;
    const payload = this.#payload();
    if (payload === undefined) return 'cut';
    this.event.status = 0xff;
    this.event.first = type;
    this.event.payload = payload;
    return 'read';
  }

  /** System messages have no place in a file, but some programs write them. */
  #system(status: number): Step {
    const dataBytes = status === 0xf2 ? 2 : status === 0xf1 || status === 0xf3 ? 1 : 0;
    if (this.#position + dataBytes > this.#end) return this.#cut();
    this.#position += dataBytes;
    return 'skipped';
  }

  #cut(): Step {
    this.#position = this.#end;
    return 'cut';
  }

  #payload(): Uint8Array | undefined {
    const length = this.#number();
    if (length === undefined || this.#position + length > this.#end) {
      this.#position = this.#end;
      return undefined;
    }
    const begin = this.#position;
    this.#position += length;
    return this.#bytes.subarray(begin, this.#position);
  }

  /** The format allows four bytes. */
  #number(): number | undefined {
    let value = 0;
    while (this.#position < this.#end) {
      const byte = this.#bytes[this.#position++] ?? 0;
      if (value > deltaBits >> 7) this.#mend?.('invalid-values');
      value = ((value << 7) | (byte & 0x7f)) & deltaBits;
      if (byte < 0x80) return value;
    }
    return undefined;
  }
}
