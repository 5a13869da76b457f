import type { Message } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SeveralStages } from './several-stages.ts';
import type { TestPlayer } from './test-player.ts';

// Processes are cut off one by one, hear late, and come back, while people at each of them write. Checked at what the readers got.

const isLong = process.env['ROOMTONE_TEST_LONG'] === '1';
const seeds = Array.from({ length: isLong ? 20 : 2 }, (_, index) => index + 1);
const steps = isLong ? 300 : 60;
const processCount = 3;

let several: SeveralStages;
beforeEach(async () => {
  several = await SeveralStages.open(processCount);
});
afterEach(() => several.close());

/** Pseudo-random numbers below a bound: Park and Miller's generator. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
}

const chatOf = ({ frames }: TestPlayer): Message<'chatMessage'>[] =>
  frames.filter((frame): frame is Message<'chatMessage'> => frame.kind === 'chatMessage');

test.each(seeds)(
  'R20.6: whichever processes were cut off, everybody has all acknowledged chat once and in one order (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const roomId = (await several.stages[0]?.room()) ?? '';
    const players: TestPlayer[] = [];
    for (let index = 0; index < 2 * processCount; index++) {
      players.push(await several.inside(index % processCount, `user-${index}`, roomId));
    }
    const hearsLate: ((() => void) | undefined)[] = [];
    const hearAgain = (index: number) => {
      hearsLate[index]?.();
      hearsLate[index] = undefined;
    };
    let requestId = 0;
    for (let step = 0; step < steps; step++) {
      const index = random(processCount);
      const bus = several.buses[index];
      const what = random(10);
      if (what === 0) bus?.setUp(false);
      else if (what <= 2) bus?.setUp(true);
      else if (what === 3) hearsLate[index] ??= bus?.hold();
      else if (what === 4) hearAgain(index);
      else players[random(players.length)]?.say(`message ${step}`, ++requestId);
      if (random(3) > 0) await several.settle();
      several.time.advance(500);
      if (step % 10 === 0) await Promise.all(players.map((player) => player.sync()));
    }
    for (const [index, bus] of several.buses.entries()) {
      hearAgain(index);
      bus.setUp(true);
    }
    for (let second = 0; second < 8; second++) {
      several.time.advance(1_000);
      await several.settle();
    }
    await Promise.all(players.map((player) => player.sync()));

    const acknowledged = players
      .flatMap(chatOf)
      .filter((frame) => frame.requestId > 0)
      .map(({ body }) => body.messageId);
    expect(new Set(acknowledged).size).toBeGreaterThan(steps / 6);
    const heard = players.map((player) => {
      const byPosition = new Map(chatOf(player).map(({ body }) => [body.position ?? 0, body.messageId]));
      // Only an answer may repeat what its sender has got already.
      const unasked = chatOf(player).filter((frame) => frame.requestId === 0);
      expect(new Set(unasked.map(({ body }) => body.messageId)).size).toBe(unasked.length);
      return [...byPosition].sort(([one], [other]) => one - other).map(([, messageId]) => messageId);
    });
    for (const ids of heard) {
      expect(acknowledged.filter((messageId) => !ids.includes(messageId))).toEqual([]);
      expect(ids).toEqual(heard[0]);
    }
  },
);
