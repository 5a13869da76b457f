import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { directRepetition } from './direct-signal.ts';
import { readDatagram } from './note-datagram.ts';
import { OutgoingDatagrams } from './outgoing-datagrams.ts';

const ms = 1_000;
const frame = (name: number, length = 20) => new Uint8Array(length).fill(name);

/** The number of a datagram and the names of the frames in it. */
function contentOf(datagram: Uint8Array | undefined) {
  if (datagram === undefined) return undefined;
  const { number, frames } = readDatagram(datagram);
  return [number, ...frames.map(([name]) => name)];
}

describe('R17.9: each message goes out again', () => {
  test('again in the next datagram', () => {
    const outgoing = new OutgoingDatagrams();
    expect(contentOf(outgoing.write([frame(1)], 0))).toEqual([1, 1]);
    expect(contentOf(outgoing.write([frame(2)], 3 * ms))).toEqual([2, 2, 1]);
    expect(contentOf(outgoing.write([frame(3)], 6 * ms))).toEqual([3, 3, 2]);
  });

  test('all messages of a datagram, although only one follows', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.write([frame(1), frame(2), frame(3)], 0);
    expect(contentOf(outgoing.write([frame(4)], 3 * ms))).toEqual([2, 4, 3, 2, 1]);
  });

  test('before any report in a datagram of its own, 5 ms later', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.write([frame(1)], 0);
    expect(outgoing.dueUs).toBe(5 * ms);
    expect(outgoing.repeat(5 * ms - 1)).toBeUndefined();
    expect(contentOf(outgoing.repeat(5 * ms))).toEqual([2, 1]);
    expect(outgoing.dueUs).toBeUndefined();
    expect(outgoing.repeat(20 * ms)).toBeUndefined();
  });

  test('only within 100 ms', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.write([frame(1)], 0);
    expect(contentOf(outgoing.write([frame(2)], 100 * ms + 1))).toEqual([2, 2]);
  });

  test('on a busy channel always with the next datagram, whatever is lost', () => {
    const outgoing = new OutgoingDatagrams();
    for (let at = 0; at <= 1_000; at += 10) outgoing.write([frame(1)], at * ms);
    expect(outgoing.dueUs).toBeUndefined();
    expect(contentOf(outgoing.write([frame(2)], 1_010 * ms))).toHaveLength(3);
    outgoing.reported(900, 100);
    for (const at of [1_020, 1_030]) expect(contentOf(outgoing.write([frame(2)], at * ms))).toHaveLength(3);
    expect(outgoing.dueUs).toBeUndefined();
    // The second after a quiet one is not busy.
    for (const at of [2_100, 3_200]) outgoing.write([frame(3)], at * ms);
    expect(outgoing.dueUs).toBe(3_205 * ms);
  });
});

describe('R17.9: a channel is busy', () => {
  /** Sends datagrams evenly for a second. */
  function second(outgoing: OutgoingDatagrams, from: number, count: number) {
    for (let index = 0; index < count; index++) outgoing.write([frame(1)], from + (index * 1_000 * ms) / count);
  }

  test('with more than 60 new datagrams a second', () => {
    const outgoing = new OutgoingDatagrams();
    second(outgoing, 0, 60);
    second(outgoing, 1_000 * ms, 61);
    expect(outgoing.isBusy).toBe(false);
    outgoing.write([frame(1)], 2_000 * ms);
    expect(outgoing.isBusy).toBe(true);
  });

  test('not because of datagrams that only repeat', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.reported(900, 100);
    for (let at = 0; at <= 2_000; at += 50) {
      outgoing.write([frame(1)], at * ms);
      expect(outgoing.repeat((at + 5) * ms)).toBeDefined();
    }
    expect(outgoing.isBusy).toBe(false);
  });
});

test.each([
  [97, 2, false],
  [986, 14, false],
  [985, 15, true],
])('%i received and %i lost: lossy is %s', (received, lost, isLossy) => {
  const outgoing = new OutgoingDatagrams();
  outgoing.reported(received, lost);
  expect(outgoing.isLossy).toBe(isLossy);
});

describe('R17.9: more often where datagrams are lost', () => {
  /** When each message goes out, ms after the first time, if no other follows. */
  const timesAfter = (outgoing: OutgoingDatagrams) => {
    outgoing.write([frame(1)], 0);
    const times: number[] = [];
    for (let due = outgoing.dueUs; due !== undefined; due = outgoing.dueUs) {
      expect(contentOf(outgoing.repeat(due))).toContain(1);
      times.push(due / ms);
    }
    return times;
  };

  test.each([
    [986, 14, []],
    [985, 15, [5]],
    [500, 500, [5]],
    [98, 1, [5]],
    [0, 0, [5]],
  ])('%i received and %i lost: by itself after %j ms', (received, lost, times) => {
    const outgoing = new OutgoingDatagrams();
    outgoing.reported(received, lost);
    expect(timesAfter(outgoing)).toEqual(times);
  });

  test('from 1.5 % on with the next two datagrams', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.reported(985, 15);
    outgoing.write([frame(1)], 0);
    expect(contentOf(outgoing.write([frame(2)], 3 * ms))).toEqual([2, 2, 1]);
    expect(contentOf(outgoing.write([frame(3)], 6 * ms))).toEqual([3, 3, 2, 1]);
    expect(contentOf(outgoing.write([frame(4)], 9 * ms))).toEqual([4, 4, 3, 2]);
  });

  test('a message that waits for the next datagram keeps no later one from its own', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.reported(985, 15);
    outgoing.write([frame(1)], 0);
    expect(contentOf(outgoing.repeat(5 * ms))).toEqual([2, 1]);
    expect(contentOf(outgoing.write([frame(2)], 50 * ms))).toEqual([3, 2, 1]);
    expect(contentOf(outgoing.repeat(55 * ms))).toEqual([4, 2]);
  });

  test('what was lost some reports ago counts less', () => {
    const outgoing = new OutgoingDatagrams();
    outgoing.reported(50, 50);
    outgoing.reported(50, 50);
    for (let report = 1; report <= 9; report++) outgoing.reported(50 + report * 100, 50);
    expect(timesAfter(outgoing)).toEqual([5]);
    outgoing.reported(1_050, 50);
    expect(timesAfter(outgoing)).toEqual([]);
  });
});

test('R25.5: a channel past the server repeats each message twice within 5 ms wherever anything is lost', () => {
  const direct = new OutgoingDatagrams(directRepetition);
  const timesOf = (from: number) => {
    direct.write([frame(1)], from);
    const times: number[] = [];
    for (let due = direct.dueUs; due !== undefined; due = direct.dueUs) {
      expect(contentOf(direct.repeat(due))).toContain(1);
      times.push((due - from) / ms);
    }
    return times;
  };
  expect(timesOf(0)).toEqual([2.5]);
  direct.reported(199, 1);
  expect(timesOf(1_000 * ms)).toEqual([2.5, 5]);
  direct.reported(5_199, 1);
  expect(timesOf(3_000 * ms)).toEqual([]);
});

test('R26.8: a frame that goes out once is alone in its datagram, and not repeated with others', () => {
  const outgoing = new OutgoingDatagrams();
  outgoing.write([frame(1)], 0);
  expect(contentOf(outgoing.once(frame(2, limits.data.lossyBytes)))).toEqual([2, 2]);
  expect(contentOf(outgoing.write([frame(3)], ms))).toEqual([3, 3, 1]);
  expect(outgoing.once(frame(4, limits.datagrams.bytes))).toBeUndefined();
});

test('R17.8: no datagram is larger than 1,100 bytes; what does not fit is left to the WebSocket', () => {
  const outgoing = new OutgoingDatagrams();
  expect(outgoing.write([frame(1, limits.datagrams.bytes)], 0)).toBeUndefined();
  const many = Array.from({ length: 20 }, (_, index) => frame(index + 1, 100));
  const datagram = outgoing.write(many, 0);
  expect(datagram?.byteLength).toBeLessThanOrEqual(limits.datagrams.bytes);
  expect(contentOf(datagram)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const next = outgoing.write([frame(30, 500)], ms);
  expect(next?.byteLength).toBeLessThanOrEqual(limits.datagrams.bytes);
  expect(contentOf(next)).toEqual([2, 30, 10, 9, 8, 7, 6]);
});
