import type { Message } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import type { DirectLink } from './direct-link.ts';
import { giveWay, newOther, type Other } from './direct-other.ts';

const second = 1_000_000;

/** Somebody whose notes have come directly sooner by this much, through a channel that has been open since 0. */
function other(winUs: number, isWanted = false): Other {
  const one = newOther(0);
  for (let noteNumber = 1; noteNumber <= 20; noteNumber++) {
    const body = { startTime: 0, offsets: [0], data: Uint8Array.of(0x90, 60, 100) };
    const message: Message<'midiMessage'> = {
      kind: 'midiMessage',
      body,
      noteNumber,
      requestId: 0,
      sender: 7,
      serverTime: 0,
      sequence: 0,
    };
    one.source.take(message, noteNumber * second);
    one.source.served(message, noteNumber * second + winUs);
  }
  // A link needs a connection, of which nothing is needed here.
  one.link = { isOpen: true, isWanted, openedUs: 0 } as DirectLink;
  return one;
}

test('R25.8: of the channels that are of use to neither side, the one that wins least gives way after 20 s, for a minute', () => {
  const [useful, wanted, little, less] = [other(9_000), other(100, true), other(400), other(200)];
  const all = [useful, wanted, little, less];
  expect(giveWay(all, 19 * second)).toBeUndefined();
  expect(giveWay(all, 20 * second)).toBe(less);
  expect(less.awayUntilUs).toBe(80 * second);
  less.link = undefined;
  expect(giveWay(all, 21 * second)).toBe(little);
  little.link = undefined;
  expect(giveWay(all, 22 * second)).toBeUndefined();
});
