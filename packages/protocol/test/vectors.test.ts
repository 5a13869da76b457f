import { describe, expect, test } from 'vitest';
import {
  clientMembers,
  decodeClientFrame,
  decodeServerFrame,
  encodeFrame,
  type Message,
  memberNumbers,
  midiIssue,
  type Outgoing,
  RoomtoneError,
} from '../src/index.ts';
import { convertWithBuf } from './buf.ts';
import { plainBytes } from './plain-bytes.ts';
import { reflectedBytes, reflectedJson, reflectedMessage } from './reflection.ts';
import { bytesOf, frames, invalid, memberOf, tolerated, type Vector } from './vectors.ts';

describe('the golden frames', () => {
  test('hold each of the members, and each of those that clients send also from a client', () => {
    const members = Object.keys(memberNumbers).sort();
    expect([...new Set(frames.map(memberOf))].sort()).toEqual(members);
    const fromClients = frames.filter((vector) => vector.from === 'client').map(memberOf);
    expect([...new Set(fromClients)].sort()).toEqual([...clientMembers].sort());
  });

  test('have unique names', () => {
    const names = [...frames, ...tolerated, ...invalid].map((vector) => vector.name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(frames)('$from: $name', (vector) => {
    const bytes = bytesOf(vector);
    const message = plainBytes(decode(vector));
    if (message === undefined) throw new Error('was ignored');
    expect(message.kind).toBe(memberOf(vector));
    expect(hex(encodeFrame(message as Outgoing)), 'encode(decode(hex))').toBe(vector.hex);
    expect(reflectedJson(bytes), 'reflection reads the JSON').toEqual(vector.json);
    expect(hex(reflectedBytes(vector.json)), 'reflection writes the hex').toBe(vector.hex);
    expect(message, 'our message is what reflection reads').toStrictEqual(reflectedMessage(bytes));
  });

  test("are read the same by Google's Go library, which buf is built on", () => {
    expect(convertWithBuf(frames.map(bytesOf))).toEqual(frames.map((vector) => vector.json));
  });
});

describe('unusual but allowed frames', () => {
  test.each(tolerated)('$from: $name', (vector) => {
    const message = plainBytes(decode(vector));
    if (vector.json === null) {
      expect(message).toBeUndefined();
      return;
    }
    expect(message).toStrictEqual(reflectedMessage(bytesOf(vector)));
    expect(reflectedJson(bytesOf(vector))).toEqual(vector.json);
  });

  test("are read the same by Google's Go library", () => {
    const readable = tolerated.filter((vector) => vector.json !== null);
    expect(convertWithBuf(readable.map(bytesOf))).toEqual(readable.map((vector) => vector.json));
  });
});

describe('refused frames', () => {
  test.each(invalid)('$from: $name', (vector) => {
    if (vector.layer === 'midi') {
      const message = decode(vector);
      if (message?.kind !== 'midiMessage') throw new Error('should decode as notes');
      expect(midiIssue(message.body)).toBe(vector.issue);
      return;
    }
    const error = refusal(() => decode(vector));
    expect(error.code).toBe(vector.error);
    expect(error.details['issue']).toBe(vector.issue);
  });

  test('include every member that only servers send', () => {
    const serverOnly = Object.keys(memberNumbers).filter(
      (name) => !(clientMembers as readonly string[]).includes(name),
    );
    const named = invalid.map((vector) => vector.name);
    expect(serverOnly.filter((name) => !named.includes(`${name} from a client`))).toEqual([]);
  });
});

function decode(vector: Pick<Vector, 'from' | 'hex'>): Message | undefined {
  return vector.from === 'client' ? decodeClientFrame(bytesOf(vector)) : decodeServerFrame(bytesOf(vector));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
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
