import { encodeFrame, limits } from '@roomtone/protocol';
import { beat } from '../realtime/test-player.ts';
import { binary, frame, opcodes } from './frame-socket.ts';

/** Bytes to send over an open WebSocket, and the expected result. */
export interface FrameCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** A close code, or the answers on a connection that stays open: see `answerOf`. */
  readonly expected: number | readonly Answer[];
}

/** A server's frame in short: pongs with their payload, errors with their code. */
type Answer = `pong ${string}` | `heartbeat ${number}` | `error ${string}`;

const { continuation, text, binary: data, close, ping, pong } = opcodes;
const ascii = (value: string) => Buffer.from(value, 'latin1');
const heartbeat = Buffer.from(encodeFrame({ kind: 'heartbeat', body: beat(77) }));
const beaten = ['heartbeat 77'] as const;
const refused = ['error VALIDATION_ERROR'] as const;
const most = limits.clientFrameBytes;
const all = (...frames: readonly Buffer[]) => Buffer.concat(frames);
/** A message in fragments of this size. */
function inFragments(payload: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < payload.length; at += size) {
    const opcode = at === 0 ? data : continuation;
    parts.push(frame({ opcode, payload: payload.subarray(at, at + size), isFinal: at + size >= payload.length }));
  }
  return Buffer.concat(parts);
}
const begun = (payload: Buffer) => frame({ opcode: data, payload, isFinal: false });
const goesOn = (payload: Buffer, isFinal = false) => frame({ opcode: continuation, payload, isFinal });
function closing(code: number, reason: Buffer = Buffer.alloc(0)): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame({ opcode: close, payload: all(payload, reason) });
}

/** Based on Autobahn's cases, as they apply to a service that accepts only binary messages (RFC 6455, 5 to 8). */
export const frameCases: readonly FrameCase[] = [
  // Framing: lengths.
  ...[0, 1, 125, 126, 127, 128, 65_535, most].map((length) => ({
    name: `an invalid binary message of ${length} bytes`,
    bytes: binary(Buffer.alloc(length, 0xff)),
    expected: refused,
  })),
  { name: 'a valid message', bytes: binary(heartbeat), expected: beaten },
  {
    name: 'a length in 16 bits that would fit into 7',
    bytes: frame({ opcode: data, payload: heartbeat, lengthBits: 16 }),
    expected: beaten,
  },
  {
    name: 'a length in 64 bits that would fit into 7',
    bytes: frame({ opcode: data, payload: heartbeat, lengthBits: 64 }),
    expected: beaten,
  },
  { name: 'one byte too many', bytes: binary(Buffer.alloc(most + 1)), expected: 1009 },
  { name: 'a megabyte', bytes: binary(Buffer.alloc(1024 * 1024)), expected: 1009 },
  ...[2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n].map((declaredLength) => ({
    name: `a declared length of ${declaredLength}`,
    bytes: frame({ opcode: data, declaredLength, lengthBits: 64 }),
    expected: 1009,
  })),
  {
    name: 'fragments that together are one byte too long',
    bytes: inFragments(Buffer.alloc(most + 1), 8_192),
    expected: 1009,
  },
  // Reserved bits and opcodes.
  ...[1, 2, 3, 4, 5, 6, 7].map((reserved) => ({
    name: `reserved bits ${reserved.toString(2).padStart(3, '0')}`,
    bytes: frame({ opcode: data, payload: heartbeat, reserved }),
    expected: 1002,
  })),
  { name: 'reserved bits in a ping', bytes: frame({ opcode: ping, reserved: 4 }), expected: 1002 },
  { name: 'reserved bits in a close frame', bytes: frame({ opcode: close, reserved: 4 }), expected: 1002 },
  {
    name: 'reserved bits in a continuation',
    bytes: all(begun(heartbeat), frame({ opcode: continuation, reserved: 1 })),
    expected: 1002,
  },
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => ({
    name: `the reserved opcode ${opcode}`,
    bytes: frame({ opcode, payload: heartbeat.subarray(0, 4) }),
    expected: 1002,
  })),
  // Masks.
  {
    name: 'a binary frame without a mask',
    bytes: frame({ opcode: data, payload: heartbeat, isMasked: false }),
    expected: 1002,
  },
  { name: 'a ping without a mask', bytes: frame({ opcode: ping, isMasked: false }), expected: 1002 },
  { name: 'a close frame without a mask', bytes: frame({ opcode: close, isMasked: false }), expected: 1002 },
  // Pings and pongs.
  { name: 'a ping', bytes: frame({ opcode: ping, payload: ascii('hello') }), expected: ['pong hello'] },
  { name: 'an empty ping', bytes: frame({ opcode: ping }), expected: ['pong '] },
  {
    name: 'a ping of 125 bytes',
    bytes: frame({ opcode: ping, payload: Buffer.alloc(125, 0x61) }),
    expected: [`pong ${'a'.repeat(125)}`],
  },
  {
    name: 'ten pings in a row',
    bytes: all(...Array.from({ length: 10 }, (_, index) => frame({ opcode: ping, payload: ascii(`p${index}`) }))),
    expected: Array.from({ length: 10 }, (_, index) => `pong p${index}` as const),
  },
  { name: 'an unsolicited pong', bytes: frame({ opcode: pong, payload: ascii('x') }), expected: [] },
  { name: 'a ping of 126 bytes', bytes: frame({ opcode: ping, payload: Buffer.alloc(126) }), expected: 1002 },
  { name: 'a pong of 126 bytes', bytes: frame({ opcode: pong, payload: Buffer.alloc(126) }), expected: 1002 },
  {
    name: 'a ping with its length in 16 bits',
    bytes: frame({ opcode: ping, payload: ascii('x'), lengthBits: 16 }),
    expected: 1002,
  },
  {
    name: 'a ping with its length in 64 bits',
    bytes: frame({ opcode: ping, payload: ascii('x'), lengthBits: 64 }),
    expected: 1002,
  },
  { name: 'a ping in fragments', bytes: frame({ opcode: ping, isFinal: false }), expected: 1002 },
  { name: 'a pong in fragments', bytes: frame({ opcode: pong, isFinal: false }), expected: 1002 },
  { name: 'a close frame in fragments', bytes: frame({ opcode: close, isFinal: false }), expected: 1002 },
  // Fragments.
  { name: 'a message in two fragments', bytes: inFragments(heartbeat, 3), expected: beaten },
  { name: 'a message in fragments of one byte', bytes: inFragments(heartbeat, 1), expected: beaten },
  {
    name: 'a large message in fragments of 64 bytes',
    bytes: inFragments(Buffer.alloc(most, 0xff), 64),
    expected: refused,
  },
  {
    name: 'empty fragments around a message',
    bytes: all(begun(Buffer.alloc(0)), goesOn(heartbeat), goesOn(Buffer.alloc(0)), goesOn(Buffer.alloc(0), true)),
    expected: beaten,
  },
  {
    name: 'a hundred empty fragments',
    bytes: all(
      begun(heartbeat),
      ...new Array<Buffer>(100).fill(goesOn(Buffer.alloc(0))),
      goesOn(Buffer.alloc(0), true),
    ),
    expected: beaten,
  },
  {
    name: 'a ping between fragments',
    bytes: all(
      begun(heartbeat.subarray(0, 3)),
      frame({ opcode: ping, payload: ascii('between') }),
      goesOn(heartbeat.subarray(3), true),
    ),
    expected: ['pong between', ...beaten],
  },
  {
    name: 'a pong between fragments',
    bytes: all(begun(heartbeat.subarray(0, 3)), frame({ opcode: pong }), goesOn(heartbeat.subarray(3), true)),
    expected: beaten,
  },
  { name: 'a final continuation without a start', bytes: goesOn(heartbeat, true), expected: 1002 },
  { name: 'a continuation without a start', bytes: goesOn(heartbeat), expected: 1002 },
  {
    name: 'a continuation after a message has ended',
    bytes: all(inFragments(heartbeat, 3), goesOn(heartbeat, true)),
    expected: 1002,
  },
  {
    name: 'a message within another one',
    bytes: all(begun(heartbeat.subarray(0, 3)), binary(heartbeat)),
    expected: 1002,
  },
  { name: 'a message begun within another one', bytes: all(begun(heartbeat), begun(heartbeat)), expected: 1002 },
  {
    name: 'a text within a binary message',
    bytes: all(begun(heartbeat), frame({ opcode: text, payload: ascii('x') })),
    expected: 1002,
  },
  // Text messages, which the service does not accept.
  { name: 'a text', bytes: frame({ opcode: text, payload: ascii('hello') }), expected: 1003 },
  { name: 'an empty text', bytes: frame({ opcode: text }), expected: 1003 },
  {
    name: 'a text in fragments',
    bytes: all(frame({ opcode: text, payload: ascii('a'), isFinal: false }), goesOn(ascii('b'), true)),
    expected: 1003,
  },
  {
    name: 'a text that is not UTF-8',
    bytes: frame({ opcode: text, payload: Buffer.from([0xc3, 0x28]) }),
    expected: 1007,
  },
  {
    name: 'a text with half a surrogate',
    bytes: frame({ opcode: text, payload: Buffer.from([0xed, 0xa0, 0x80]) }),
    expected: 1007,
  },
  // Close frames.
  { name: 'a close frame without a code', bytes: frame({ opcode: close }), expected: 1005 },
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map((code) => ({
    name: `a close frame with ${code}`,
    bytes: closing(code),
    expected: code,
  })),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) => ({
    name: `a close frame with ${code}, which must not be sent`,
    bytes: closing(code),
    expected: 1002,
  })),
  {
    name: 'a close frame with half a code',
    bytes: frame({ opcode: close, payload: Buffer.from([3]) }),
    expected: 1002,
  },
  { name: 'a close frame with a reason', bytes: closing(1000, Buffer.from('bye 𝄞')), expected: 1000 },
  { name: 'a reason of 123 bytes', bytes: closing(1000, Buffer.alloc(123, 0x61)), expected: 1000 },
  { name: 'a reason of 124 bytes', bytes: closing(1000, Buffer.alloc(124, 0x61)), expected: 1002 },
  { name: 'a reason that is not UTF-8', bytes: closing(1000, Buffer.from([0xce, 0xba, 0xe1, 0xff])), expected: 1007 },
  { name: 'two close frames', bytes: all(closing(1000), closing(1001)), expected: 1000 },
  { name: 'a ping after the close frame', bytes: all(closing(1000), frame({ opcode: ping })), expected: 1000 },
  { name: 'a message after the close frame', bytes: all(closing(1000), binary(heartbeat)), expected: 1000 },
  { name: 'a text after the close frame', bytes: all(closing(1000), frame({ opcode: text })), expected: 1000 },
  // A rule of the service itself.
  {
    name: '20 invalid messages',
    bytes: all(...new Array<Buffer>(20).fill(binary(ascii('?')))),
    expected: 4400,
  },
];
