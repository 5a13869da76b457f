import { Writable } from 'node:stream';
import type { MidiMessage } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRealtimeCounters } from '../../application/realtime-counters.ts';
import { protobufCodec } from '../sockets/codec.ts';
import { NoteRelay } from './note-relay.ts';
import type { Recipient } from './recipient.ts';

const seed = 20_261_125;
const runs = 300;

/** A stream that accepts bytes immediately or, while it is slow, keeps them until take(). */
class Held extends Writable {
  /** Everything that was written, not copied. */
  readonly written: Buffer[] = [];
  readonly #were: Buffer[] = [];
  /** Copies made when the bytes left. */
  readonly #left: Buffer[] = [];
  isSlow = false;
  #leave: (() => void) | undefined;

  override write(chunk: Buffer): boolean {
    this.written.push(chunk);
    this.#were.push(Buffer.from(chunk));
    return super.write(chunk);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const leave = () => {
      this.#left.push(Buffer.from(chunk));
      done();
    };
    if (this.isSlow) this.#leave = leave;
    else leave();
  }

  /** Lets the waiting bytes leave. */
  take(): void {
    this.isSlow = false;
    const leave = this.#leave;
    this.#leave = undefined;
    leave?.();
  }

  /** Checks that all bytes left, or still wait, as they were written. */
  check(): void {
    expect(this.written.map((bytes, index) => this.#left[index] ?? bytes)).toEqual(this.#were);
  }
}

function note(key: number): MidiMessage {
  return { startTime: 0, offsets: [0], data: Uint8Array.of(0x90, key, 100) };
}

function room(streams: readonly Held[]) {
  // The relay uses no other members of a recipient whose reader keeps up.
  const recipients = streams.map(
    (stream, index) => [index + 2, { stream, fallBehind: () => {} } as unknown as Recipient] as const,
  );
  let turn = 0;
  const relay = new NoteRelay(new Map(recipients), {
    codec: protobufCodec,
    turn: { now: () => turn++, add: () => {} },
    counters: createRealtimeCounters(),
  });
  relay.forget();
  return relay;
}

test(`the bytes of a note are reused only when no stream still holds them (seed ${seed})`, () => {
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('play' as const), of: fc.nat(127) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('slow' as const), of: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('take' as const), of: fc.nat(2) }) },
  );
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 50 }), (acts) => {
      const streams = [new Held(), new Held(), new Held()];
      const relay = room(streams);
      for (const { what, of } of acts) {
        const stream = streams[of % streams.length];
        if (what === 'play') relay.relay(1, note(of), 5, 0);
        else if (what === 'take') stream?.take();
        else if (stream !== undefined) stream.isSlow = true;
      }
      for (const stream of streams) stream.check();
    }),
    { seed, numRuns: runs },
  );
});
