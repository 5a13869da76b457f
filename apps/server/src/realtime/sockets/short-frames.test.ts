import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { limits } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { readShortFrames } from './short-frames.ts';

const immediately = { run: (job: () => void) => job(), runAfter: (_ms: number, job: () => void) => job() };
const seed = 20_261_122;
const runs = 600;

/** A frame as a client might send it, valid or not. */
interface Sent {
  readonly first: number;
  readonly isMasked: boolean;
  /** The size of its length field, bits. */
  readonly form: 7 | 16 | 64;
  readonly payload: Uint8Array;
  readonly mask: readonly number[];
}

/** The events that a reader of a stream emitted, in order, and the bytes of the answers. */
type Events = readonly (readonly [kind: string, content: string])[];

function bytesOf({ first, isMasked, form, payload, mask }: Sent): Buffer {
  const length = Math.min(payload.length, { 7: 125, 16: 65_535, 64: payload.length }[form]);
  const head = Buffer.alloc(form === 7 ? 2 : form === 16 ? 4 : 10);
  head[0] = first;
  head[1] = (isMasked ? 0x80 : 0) + (form === 7 ? length : form === 16 ? 126 : 127);
  if (form === 16) head.writeUInt16BE(length, 2);
  if (form === 64) head.writeBigUInt64BE(BigInt(length), 2);
  const body = payload.subarray(0, length).map((byte, index) => (isMasked ? byte ^ (mask[index & 3] ?? 0) : byte));
  return Buffer.concat([head, isMasked ? Uint8Array.from(mask) : new Uint8Array(), body]);
}

/** Sends chunks to a WebSocket server until it closes, or until all are sent. */
async function eventsOf(chunks: readonly Buffer[], isByHand: boolean): Promise<Events> {
  const events: [string, string][] = [];
  const [near, far] = duplexPair();
  const answers: Buffer[] = [];
  far.on('data', (bytes: Buffer) => answers.push(bytes));
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: limits.clientFrameBytes });
  const binary = (bytes: Buffer) => events.push(['binary', bytes.toString('hex')]);
  server.handleUpgrade(upgradeRequest(), near, Buffer.alloc(0), (webSocket) => {
    webSocket.on('message', (data, isBinary) => {
      if (isBinary) binary(data as Buffer);
      else events.push(['text', String(data)]);
    });
    webSocket.on('ping', (data) => events.push(['ping', data.toString('hex')]));
    webSocket.on('pong', (data) => events.push(['pong', data.toString('hex')]));
    webSocket.on('error', (error) => events.push(['error', String('code' in error && error.code)]));
    webSocket.on('close', (code) => events.push(['close', String(code)]));
    if (isByHand)
      readShortFrames(
        near,
        { onFrame: (bytes) => (binary(bytes as Buffer) > 0 ? 'consumed' : 'retained') },
        immediately,
      );
  });
  for (const chunk of chunks) await write(far, chunk);
  far.end();
  await once(near, 'close');
  return [
    ...events,
    ['answers', Buffer.concat(answers).subarray(Buffer.concat(answers).indexOf('\r\n\r\n')).toString('hex')],
  ];
}

function upgradeRequest(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = '/';
  request.headers = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  };
  return request;
}

/** Resolves once the chunk was read, so that the next one arrives separately. */
function write(stream: Duplex, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write(chunk, () => resolve());
  });
}

/** Bytes that differ from their neighbours; drawing so many at random takes too long. */
function longPayload([length, first]: [number, number]): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => first + index * 7);
}

const binary = fc.constant(0x82);
const anyFirst = fc.oneof(
  fc.constantFrom(0x81, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8a, 0x09, 0x83, 0x8b, 0xc2, 0xa2, 0x92),
  fc.integer({ min: 0, max: 255 }),
);
const payload = fc.oneof(
  { weight: 8, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.uint8Array({ minLength: 120, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 65_530, max: 65_540 }), fc.nat(255)).map(longPayload) },
);
const frameOf = (first: fc.Arbitrary<number>, isMasked: fc.Arbitrary<boolean>, forms: fc.Arbitrary<Sent['form']>) =>
  fc
    .record({
      first,
      isMasked,
      form: forms,
      payload,
      mask: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 }),
    })
    .map(bytesOf);
const right = frameOf(binary, fc.constant(true), fc.constantFrom(7, 7, 7, 16));
const control = frameOf(fc.constantFrom(0x89, 0x8a), fc.constant(true), fc.constant(7));
const any = frameOf(anyFirst, fc.boolean(), fc.constantFrom(7, 16, 64));
const frames = fc.array(
  fc.oneof({ weight: 8, arbitrary: right }, { weight: 2, arbitrary: control }, { weight: 1, arbitrary: any }),
  { maxLength: 12 },
);

/** Cuts the same bytes into other pieces. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((one, other) => one - other);
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index])).filter(({ length }) => length > 0);
}

test(`any bytes lead to the same events, whether ws or readShortFrames reads the short frames (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(frames, fc.array(fc.nat(), { maxLength: 8 }), fc.boolean(), async (sent, places, isFrames) => {
      // One frame per chunk, as on an idle network, or in any pieces.
      const chunks = () => (isFrames ? sent.map((bytes) => Buffer.from(bytes)) : cut(Buffer.concat(sent), places));
      expect(await eventsOf(chunks(), true)).toEqual(await eventsOf(chunks(), false));
    }),
    { seed, numRuns: runs },
  );
});

test('short frames bypass ws, even next to pings and after a frame that arrived in two pieces', async () => {
  const [near, far] = duplexPair();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const [byHand, byWs]: [string[], string[]] = [[], []];
  server.handleUpgrade(upgradeRequest(), near, Buffer.alloc(0), (webSocket) => {
    webSocket.on('message', (data) => byWs.push((data as Buffer).toString()));
    const onFrame = (bytes: Uint8Array) => {
      byHand.push(bytes.toString());
      return 'consumed' as const;
    };
    readShortFrames(near, { onFrame }, immediately);
  });
  const frame = (text: string, first = 0x82) =>
    bytesOf({ first, isMasked: true, form: 7, payload: Buffer.from(text), mask: [1, 2, 3, 4] });
  const pieces = frame('in two');
  const sent = [
    frame('one'),
    Buffer.concat([frame('two'), frame('three')]),
    pieces.subarray(0, 1),
    pieces.subarray(1, 9),
  ];
  for (const chunk of [...sent, Buffer.concat([pieces.subarray(9), frame('four'), frame('', 0x89), frame('five')])]) {
    await write(far, chunk);
  }
  expect([byHand, byWs]).toEqual([['one', 'two', 'three', 'four', 'five'], ['in two']]);
  await write(far, frame('text', 0x81));
  await write(far, frame('six'));
  expect([byHand.length, byWs]).toEqual([5, ['in two', 'text', 'six']]);
});

test('the memory of a chunk is freed if all of its frames were consumed, and only then', async () => {
  const [near, far] = duplexPair();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const read: { readonly text: string; readonly bytes: Uint8Array }[] = [];
  server.handleUpgrade(upgradeRequest(), near, Buffer.alloc(0), () => {
    const onFrame = (bytes: Uint8Array) => {
      const text = Buffer.from(bytes).toString();
      read.push({ text, bytes });
      return text === 'kept' ? 'retained' : 'consumed';
    };
    readShortFrames(near, { onFrame }, immediately);
  });
  const frame = (text: string, first = 0x82) =>
    bytesOf({ first, isMasked: true, form: 7, payload: Buffer.from(text), mask: [1, 2, 3, 4] });
  /** The bytes left of a chunk that shares its memory with nothing, like one from a socket. */
  const leftOf = async (...parts: Buffer[]) => {
    const chunk = Buffer.alloc(parts.reduce((sum, { length }) => sum + length, 0));
    Buffer.concat(parts).copy(chunk);
    await write(far, chunk);
    return chunk.length;
  };
  const whole = (...parts: Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);
  const [note, kept, ping] = [frame('note'), frame('kept'), frame('', 0x89)];
  expect(await leftOf(note)).toBe(0);
  expect(await leftOf(note, note)).toBe(0);
  expect(await leftOf(kept)).toBe(whole(kept));
  expect(await leftOf(kept, note)).toBe(whole(kept, note));
  expect(await leftOf(note, ping)).toBe(whole(note, ping));
  expect(await leftOf(note, note.subarray(0, 1))).toBe(whole(note) + 1);
  expect(await leftOf(note.subarray(1))).toBe(whole(note) - 1);
  // A part of a larger buffer shares its memory.
  const pool = Buffer.concat([note, note]);
  await write(far, pool.subarray(0, note.length));
  expect(pool.length).toBe(whole(note, note));
  expect(read.filter(({ text }) => text === 'kept').map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
    'kept',
    'kept',
  ]);
  expect(read.map(({ text }) => text)).toEqual([
    'note',
    'note',
    'note',
    'kept',
    'kept',
    'note',
    ...Array(4).fill('note'),
  ]);
});

test('R18.18: after a refused frame the rest is read 10 ms later, in order, while the stream waits', async () => {
  const [near, far] = duplexPair();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const seen: number[] = [];
  const turns: (() => void)[] = [];
  server.handleUpgrade(upgradeRequest(), near, Buffer.alloc(0), () => {
    const receiver = {
      onFrame: ([number = 0]: Uint8Array) => {
        seen.push(number);
        return number % 2 === 1 ? ('refused' as const) : ('consumed' as const);
      },
    };
    readShortFrames(near, receiver, {
      run: (job) => job(),
      runAfter: (ms, job) => {
        expect(ms).toBe(10);
        turns.push(job);
      },
    });
  });
  const frameOf = (number: number) =>
    bytesOf({ first: 0x82, isMasked: true, form: 7, payload: Uint8Array.of(number), mask: [1, 2, 3, 4] });
  const numbers = [0, 1, 2, 3, 4, 5];
  far.write(Buffer.concat(numbers.map(frameOf)));
  await vi.waitFor(() => expect(turns).toHaveLength(1));
  far.write(frameOf(6));
  expect([seen, near.isPaused()]).toEqual([[0, 1], true]);
  // Something else resumes the stream: the order stays.
  near.resume();
  await new Promise(setImmediate);
  expect(seen).toEqual([0, 1]);
  turns.shift()?.();
  expect(seen).toEqual([0, 1, 2, 3]);
  turns.shift()?.();
  await vi.waitFor(() => expect(seen).toEqual([0, 1, 2, 3, 4, 5]));
  turns.shift()?.();
  await vi.waitFor(() => expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]));
  near.destroy();
});
