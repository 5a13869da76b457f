import { describe, expect, test } from 'vitest';
import { DatagramNeed } from './datagram-need.ts';
import { OwnStalls } from './own-stalls.ts';

const second = 1_000_000;
/** A program that always runs. */
const stalls = new OwnStalls({ nowUs: () => 0, setTimeout: () => {}, clearTimeout: () => {} });

describe('R17.10: datagrams are wanted', () => {
  test('from the opening of the channel until nothing has happened for 30 s', () => {
    const need = new DatagramNeed(0, stalls);
    expect(need.isWanted).toBe(true);
    expect(need.settle(30 * second - 1)).toBe(false);
    expect(need.settle(30 * second)).toBe(true);
    expect(need.isWanted).toBe(false);
    expect(need.settle(60 * second)).toBe(false);
  });

  test('for another 30 s after a lost datagram', () => {
    const need = new DatagramNeed(0, stalls);
    need.datagram(1, 10 * second);
    need.datagram(3, 20 * second);
    expect([need.received, need.lost]).toEqual([2, 1]);
    expect(need.settle(50 * second - 1)).toBe(false);
    expect(need.settle(50 * second)).toBe(true);
  });

  test('and a datagram that only comes late is not lost', () => {
    const need = new DatagramNeed(0, stalls);
    for (const number of [1, 3, 2]) need.datagram(number, second);
    expect([need.received, need.lost]).toEqual([3, 0]);
  });

  test('again from the next stall on: 12 ms more than the quickest', () => {
    const need = new DatagramNeed(0, stalls);
    need.settle(30 * second);
    expect(need.fromWebSocket(5_000, 31 * second)).toBe(false);
    expect(need.fromWebSocket(16_999, 31 * second)).toBe(false);
    expect(need.isWanted).toBe(false);
    expect(need.fromWebSocket(17_000, 31 * second)).toBe(true);
    expect(need.isWanted).toBe(true);
    // Reported once.
    expect(need.fromWebSocket(300_000, 31 * second)).toBe(false);
    expect(need.settle(61 * second - 1)).toBe(false);
    expect(need.settle(61 * second)).toBe(true);
  });

  test('compared with the last 10 to 20 s, so that a longer way is not a stall for ever', () => {
    const need = new DatagramNeed(0, stalls);
    need.settle(30 * second);
    need.fromWebSocket(5_000, 30 * second);
    need.fromWebSocket(40_000, 41 * second);
    need.fromWebSocket(40_000, 52 * second);
    expect(need.settle(82 * second)).toBe(true);
    expect(need.fromWebSocket(41_000, 82 * second)).toBe(false);
  });

  test('but what came late because this program stood still is not a stall', () => {
    let nowUs = 0;
    const own = new OwnStalls({ nowUs: () => nowUs, setTimeout: () => {}, clearTimeout: () => {} });
    const need = new DatagramNeed(0, own);
    need.settle(30 * second);
    nowUs = 31 * second;
    expect(need.fromWebSocket(5_000, nowUs)).toBe(false);
    // The timer was due 8 ms later, so that up to 8 ms of a stall go unnoticed.
    nowUs += 40_000;
    expect(need.fromWebSocket(5_000 + 40_000, nowUs)).toBe(false);
    expect(need.fromWebSocket(5_000 + 43_999, nowUs)).toBe(false);
    expect(need.fromWebSocket(5_000 + 44_000, nowUs)).toBe(true);
  });
});
