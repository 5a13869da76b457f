import { expect, test } from 'vitest';
import type { SharedState } from '../../ports/room-bus.ts';
import { NewsInOrder } from './news-in-order.ts';

const at = (number: number, epoch = 'one') => ({ epoch, number });
const state = (number: number, epoch?: string): SharedState => ({
  version: at(number, epoch),
  admissions: 0,
  fields: new Map(),
});

function listening() {
  const heard: string[] = [];
  const order = new NewsInOrder({
    catchUp: ({ version }) => heard.push(`state ${version.number}`),
    take: (news) => heard.push(news),
    missed: () => heard.push('missed'),
  });
  return { heard, order };
}

test('news that comes while the state is read is taken after it, each once', async () => {
  const { heard, order } = listening();
  const reading = order.read(async () => state(3));
  for (const number of [2, 3, 4]) order.arrived(at(number), `news ${number}`);
  expect(await reading).toBe(true);
  order.arrived(at(4), 'again');
  order.arrived(at(5), 'news 5');
  expect(heard).toEqual(['state 3', 'news 4', 'news 5']);
  order.arrived(at(7), 'too far');
  order.arrived(at(6, 'two'), 'of another epoch');
  expect(heard.slice(3)).toEqual(['missed', 'missed']);
});

test('a state that was asked for before it was lost again is asked for once more', async () => {
  const { heard, order } = listening();
  const answers: ((state: SharedState) => void)[] = [];
  const reading = order.read(() => new Promise((resolve) => answers.push(resolve)));
  order.arrived(at(4), 'dropped');
  expect(await order.read(() => Promise.reject(new Error('not asked')))).toBe(false);
  answers[0]?.(state(3));
  await expect.poll(() => answers.length).toBe(2);
  expect([heard, order.isInStep]).toEqual([[], false]);
  answers[1]?.(state(4));
  await reading;
  expect([heard, order.isInStep]).toEqual([['state 4'], true]);
});

test('whoever waits for a step after a version goes on with the next one, and when nobody knows any more', async () => {
  const { order } = listening();
  await order.read(async () => state(1));
  const { version } = order;
  const next = order.after(version);
  order.arrived(at(2), 'news');
  await next;
  await order.after(version);
  const lost = order.after(order.version);
  order.lose();
  await lost;
  await expect(order.read(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(order.isInStep).toBe(false);
});
