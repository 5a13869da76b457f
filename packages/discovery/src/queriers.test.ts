import { limits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { Queriers } from './announcer.ts';

const at = (port: number) => ({ address: '192.168.1.9', port, id: 0, questions: [] });

test('R16.4: a program that asks from its own port is answered at most once a second', () => {
  const queriers = new Queriers();
  expect([0, 999, 1_000, 1_500].map((nowMs) => queriers.ask(at(40_000), nowMs))).toEqual([true, false, true, false]);
});

test(`R16.4: on one network, at most ${limits.discovery.queriers} of them are answered and remembered for 12 s`, () => {
  const queriers = new Queriers();
  for (let index = 0; index < limits.discovery.queriers; index++) expect(queriers.ask(at(1_024 + index), 0)).toBe(true);
  expect(queriers.ask(at(50_000), 0)).toBe(false);
  expect(queriers.ask(at(1_024), 12_000)).toBe(true);
  expect(queriers.recent(12_000)).toHaveLength(limits.discovery.queriers);
  expect(queriers.ask(at(50_000), 12_001)).toBe(true);
  expect(queriers.recent(12_001).map(({ port }) => port)).toEqual([1_024, 50_000]);
});
