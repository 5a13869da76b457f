import { describe, expect, test } from 'vitest';
import { RoomtoneError } from './errors.ts';
import { appendDelivery, decodeClientFrame, decodeServerFrame, encodeFrame } from './frame.ts';

const largest = Number.MAX_SAFE_INTEGER;

describe('R8.15: integers', () => {
  test('up to 2^53 - 1 are accepted in the envelope and in a member', () => {
    const body = { clientTime: largest, lastSequence: largest, serverReceiveTime: largest, serverSendTime: largest };
    const frame = encodeFrame({ kind: 'heartbeat', body, serverTime: largest, sequence: largest });
    expect(decodeServerFrame(frame)).toMatchObject({ body, serverTime: largest, sequence: largest });
  });

  test.each([
    // heartbeat.clientTime = 2^53: seven groups of seven zero bits, then bit 54.
    ['2^53 in a member', '0806 3209 08 8080808080808010'],
    ['2^53 in the envelope', '0806 3200 70 8080808080808010'],
    ['2^63', '0806 320b 08 80808080808080808001'],
    ['2^64 - 1', '0806 320b 08 ffffffffffffffffff01'],
  ])('above that are refused: %s', (_name, hex) => {
    expect(issueOf(() => decodeClientFrame(fromHex(hex)))).toBe('holds an integer beyond 2^53 - 1');
  });

  test('in unknown fields do not matter', () => {
    // Field 100 of the envelope, 2^64 - 1.
    expect(decodeClientFrame(fromHex('0806 3200 a006 ffffffffffffffffff01')).kind).toBe('heartbeat');
  });
});

describe('R8.14: messageType', () => {
  test('of a later version is ignored by clients and refused by the server', () => {
    const frame = fromHex('0821 8a02 00');
    expect(decodeServerFrame(frame)).toBeUndefined();
    expect(issueOf(() => decodeClientFrame(frame))).toBe('is of a type that does not exist');
  });

  test('must name the member that is set', () => {
    expect(issueOf(() => decodeServerFrame(fromHex('0804 3200')))).toBe(
      'has messageType chatMessage but carries heartbeat',
    );
  });
});

describe('a refusal', () => {
  test("has the details of REST's VALIDATION_ERROR and its cause", () => {
    const error = refusal(() => decodeClientFrame(fromHex('ff')));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.message).toBe('The frame is not a ServerMessage.');
    const problem = { field: 'frame', issue: 'is not a ServerMessage', code: 'invalid' };
    expect(error.details).toEqual({ ...problem, errors: [problem] });
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('a decoded message', () => {
  test('is plain, so structured clone loses nothing', () => {
    const frame = encodeFrame({ kind: 'leaveRoomCommand', body: {}, requestId: 7 });
    const message = decodeClientFrame(frame);
    expect(structuredClone(message)).toStrictEqual(message);
    expect(message).toStrictEqual({
      kind: 'leaveRoomCommand',
      body: {},
      requestId: 7,
      sender: 0,
      serverTime: 0,
      sequence: 0,
      noteNumber: 0,
    });
  });

  test('is partial in an update: an empty password is present, the other fields are absent', () => {
    const frame = encodeFrame({ kind: 'updateRoomCommand', body: { password: '' } });
    expect(decodeClientFrame(frame).body).toStrictEqual({ password: '' });
  });
});

describe('appendDelivery', () => {
  const frame = encodeFrame({ kind: 'ack', body: {} });

  test('adds field 12 and field 15 as varints', () => {
    expect(toHex(appendDelivery(frame, 6, 300))).toBe(`${toHex(frame)}600678ac02`);
  });

  test('adds only what is not 0, and copies nothing when there is nothing to add', () => {
    expect(toHex(appendDelivery(frame, 6, 0))).toBe(`${toHex(frame)}6006`);
    expect(toHex(appendDelivery(frame, 0, 1))).toBe(`${toHex(frame)}7801`);
    expect(appendDelivery(frame, 0, 0)).toBe(frame);
  });

  test('carries the largest numbers', () => {
    const delivered = decodeServerFrame(appendDelivery(frame, 0xffff_ffff, largest));
    expect(delivered).toMatchObject({ kind: 'ack', requestId: 0xffff_ffff, sequence: largest });
  });
});

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function issueOf(act: () => unknown): unknown {
  return refusal(act).details['issue'];
}

function refusal(act: () => unknown): RoomtoneError {
  try {
    act();
  } catch (error) {
    if (error instanceof RoomtoneError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
