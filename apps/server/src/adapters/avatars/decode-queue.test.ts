import { expect, test } from 'vitest';
import { DecodeQueue } from './decode-queue.ts';

test('one job runs at a time, in the order they came, also after one that failed', async () => {
  const queue = new DecodeQueue(3);
  const log: string[] = [];
  const releases: (() => void)[] = [];
  const job = (name: string, fails = false) =>
    queue.run(async () => {
      log.push(`${name} starts`);
      await new Promise<void>((resolve) => releases.push(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    });
  const settled = Promise.allSettled([job('a'), job('b', true), job('c')]);
  expect(queue.isFull).toBe(true);
  for (let round = 0; round < 3; round++) {
    while (releases.length <= round) await Promise.resolve();
    releases[round]?.();
  }
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(queue.isFull).toBe(false);
});
