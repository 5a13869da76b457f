import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixSeed } from '../../test/seed.ts';
import { limits } from '../limits.ts';
import { NoteMerge } from './note-merge.ts';

beforeAll(fixSeed);

/** A merge whose items are their own numbers, and what it has played. */
function merging() {
  const played: number[] = [];
  const merge = new NoteMerge<number>(
    (item) => played.push(item),
    () => {},
  );
  const take = (isFirst: boolean, number: number) => {
    if (!isFirst) return;
    played.push(number);
    merge.playNext();
  };
  return {
    merge,
    played,
    datagram: (number: number) => take(merge.fromDatagram(number, number, true), number),
    webSocket: (number: number) => take(merge.fromWebSocket(number, true), number),
  };
}

/** One arrival: the message with this number, by this path. */
interface Arrival {
  readonly number: number;
  readonly isDatagram: boolean;
}

describe('R17.3: two paths', () => {
  test('a datagram brings a message first, and the copy of the WebSocket is dropped', () => {
    const { played, datagram, webSocket } = merging();
    for (const number of [1, 2]) datagram(number);
    for (const number of [1, 2, 3]) webSocket(number);
    datagram(3);
    expect(played).toEqual([1, 2, 3]);
  });

  test('a message from a datagram waits for those before it', () => {
    const { merge, played, datagram } = merging();
    datagram(3);
    datagram(2);
    expect(played).toEqual([]);
    expect(merge.isWaiting).toBe(true);
    datagram(1);
    expect(played).toEqual([1, 2, 3]);
    expect(merge.isWaiting).toBe(false);
  });

  test('a message from the WebSocket ends the waiting for those that it has left out', () => {
    const { played, datagram, webSocket } = merging();
    for (const number of [3, 5, 8]) datagram(number);
    webSocket(6);
    expect(played).toEqual([3, 5, 6]);
    webSocket(7);
    expect(played).toEqual([3, 5, 6, 7, 8]);
    for (const number of [1, 2, 4]) datagram(number);
    expect(played).toEqual([3, 5, 6, 7, 8]);
  });

  test('after a snapshot, everything up to its number is over', () => {
    const { merge, played, datagram, webSocket } = merging();
    datagram(4);
    merge.startAfter(10);
    for (const number of [4, 10, 12]) datagram(number);
    expect(played).toEqual([]);
    webSocket(11);
    expect(played).toEqual([11, 12]);
    expect(merge.last).toBe(12);
  });
});

test('R17.4: at most 64 messages wait, and the others are left to the WebSocket', () => {
  const { played, datagram, webSocket } = merging();
  const most = limits.datagrams.heldMessages;
  expect(most).toBe(64);
  for (let number = 2; number <= most + 2; number++) datagram(number);
  datagram(1);
  expect(played).toHaveLength(most + 1);
  webSocket(most + 2);
  expect(played).toEqual(Array.from({ length: most + 2 }, (_, index) => index + 1));
});

/**
 * Messages 1 to `count` on two paths. The WebSocket carries those in `carried`, in order; each datagram arrives up to
 * `late` places after it was sent, or twice, or not at all.
 */
const arbitraryArrivals = fc
  .record({
    count: fc.integer({ min: 1, max: 150 }),
    stallAt: fc.nat(150),
    stall: fc.nat(100),
    fates: fc.array(
      fc.record({
        copies: fc.array(fc.nat(40), { maxLength: 3 }),
        isLeftOut: fc.boolean(),
      }),
      { minLength: 150, maxLength: 150 },
    ),
    leavesOut: fc.boolean(),
  })
  .map(({ count, stallAt, stall, fates, leavesOut }) => {
    const arrivals: (Arrival & { readonly at: number })[] = [];
    const carried: number[] = [];
    let socketAt = 0;
    for (const [index, { copies, isLeftOut }] of fates.slice(0, count).entries()) {
      const number = index + 1;
      for (const late of copies) arrivals.push({ number, isDatagram: true, at: number + late });
      // A lost packet holds back everything behind it.
      socketAt = Math.max(socketAt, number + (number === stallAt ? stall : 0));
      if (leavesOut && isLeftOut && number < count) continue;
      carried.push(number);
      arrivals.push({ number, isDatagram: false, at: socketAt + 0.5 });
    }
    return { arrivals: arrivals.sort((one, other) => one.at - other.at), carried, count };
  });

test('R17.3: over any two paths each message is played once and in order, and none that the WebSocket carried is lost', () => {
  let sooner = 0;
  let waited = 0;
  fc.assert(
    fc.property(arbitraryArrivals, ({ arrivals, carried, count }) => {
      const { merge, played, datagram, webSocket } = merging();
      for (const { number, isDatagram } of arrivals) {
        const before = played.length;
        if (isDatagram) datagram(number);
        else webSocket(number);
        if (isDatagram && played.length > before) sooner++;
        if (isDatagram && merge.isWaiting) waited++;
        // Notes that the WebSocket has brought are never still to come.
        if (!isDatagram) expect(merge.last).toBeGreaterThanOrEqual(number);
      }
      expect(played).toEqual([...new Set(played)].sort((a, b) => a - b));
      expect(carried.filter((number) => !played.includes(number))).toEqual([]);
      // The WebSocket always brings the last one, so that nothing waits for ever.
      expect(played.at(-1)).toBe(count);
      expect(merge.isWaiting).toBe(false);
    }),
    { numRuns: 500 },
  );
  expect(sooner).toBeGreaterThan(1_000);
  expect(waited).toBeGreaterThan(1_000);
});
