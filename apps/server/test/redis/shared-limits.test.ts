import { limits, serviceLimits } from '@roomtone/protocol';
import { ChatFlood } from '@roomtone/room';
import { expect, test } from 'vitest';
import { CommandLimits } from '../../src/domain/command-limits.ts';
import { ListenerBytes } from '../../src/domain/listener-bytes.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import type { Processes } from '../../src/ports/processes.ts';
import { Connections } from '../../src/realtime/connections/connections.ts';
import { shareLimits } from '../../src/realtime/sharing/shared-limits.ts';
import type { Sharing } from '../../src/realtime/sharing/sharing.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openRedis, redisOptions } from './services.ts';
import './skip-without.ts';

const poll = { interval: 10 };
const moment = (clock: ReturnType<typeof createFakeClock>) => ({ nowMs: clock.nowMs(), nowUs: clock.serviceUs() });

/** One process: its limits, and the moment at which it tells the others. */
async function processOf(id: string, prefix: string, clock: ReturnType<typeof createFakeClock>) {
  const bus = await openRedis(redisOptions({ prefix }));
  let tell = () => {};
  const gone: ((id: string) => void)[] = [];
  const processes = {
    id,
    onArrival() {},
    onGone: (listener: (id: string) => void) => gone.push(listener),
  } as unknown as Processes;
  const commandLimits = new CommandLimits();
  const flood = new ChatFlood();
  const connections = new Connections();
  const scheduler = {
    every: (_: number, run: () => void) => {
      tell = run;
      return () => {};
    },
  };
  // The test needs no other part of what is shared.
  const sharing = { bus, processes } as unknown as Sharing;
  const listenerBytes = new ListenerBytes();
  shareLimits(sharing, { commandLimits, listenerBytes, flood, connections, clock, scheduler });
  return { bus, commandLimits, listenerBytes, flood, connections, tell: () => tell(), gone };
}

test('S31.12: what a user does at one process counts at the others', async () => {
  const clock = createFakeClock();
  const { prefix } = redisOptions();
  const [one, two] = [await processOf('one', prefix, clock), await processOf('two', prefix, clock)];
  await expect.poll(() => one.bus.command('PUBSUB', 'NUMSUB', `${prefix}used`), poll).toEqual([`${prefix}used`, 2]);
  const sender = { id: 'ada', guest: false, addressBlock: '203.0.113.5' };
  const { count } = serviceLimits.commands.friend;
  for (let taken = 0; taken < count; taken++) {
    expect(one.commandLimits.take('friend', sender, moment(clock))).toBeUndefined();
  }
  for (let said = 0; said < limits.chatFlood.messages; said++) one.flood.take('ada', moment(clock));
  expect(two.commandLimits.take('friend', { ...sender, id: 'bob' }, moment(clock))).toBeUndefined();
  one.tell();
  const isLimited = () => two.commandLimits.take('friend', sender, moment(clock)) !== undefined;
  await expect.poll(isLimited, poll).toBe(true);
  expect(() => two.flood.take('ada', moment(clock))).toThrow('Too many chat messages');
  two.flood.take('bob', moment(clock));
  // A used budget comes back with time, as for one process.
  clock.advance(serviceLimits.commands.friend.windowMs + limits.chatFlood.windowMs);
  expect(isLimited()).toBe(false);
  two.flood.take('ada', moment(clock));
});

test('S38.4, S31.12: what listeners get of somebody at one process counts at the others', async () => {
  const clock = createFakeClock();
  const { prefix } = redisOptions();
  const [one, two] = [await processOf('one', prefix, clock), await processOf('two', prefix, clock)];
  await expect.poll(() => one.bus.command('PUBSUB', 'NUMSUB', `${prefix}used`), poll).toEqual([`${prefix}used`, 2]);
  const { ofPerson, windowMs } = serverLimits.byteBudgets.toListeners;
  const ada = { personId: 'ada', roomId: 'loft', addressBlock: '203.0.113.5' };
  one.listenerBytes.enter(ada).add(ofPerson, clock.serviceUs());
  const there = two.listenerBytes.enter(ada);
  expect(there.has(1, clock.serviceUs())).toBe(true);
  one.tell();
  await expect.poll(() => there.has(1, clock.serviceUs()), poll).toBe(false);
  expect(two.listenerBytes.enter({ ...ada, personId: 'bob' }).has(1, clock.serviceUs())).toBe(true);
  clock.advance(windowMs);
  expect(there.has(ofPerson, clock.serviceUs())).toBe(true);
});

test('S31.12: connections to other processes count, until their process is gone', async () => {
  const clock = createFakeClock();
  const { prefix } = redisOptions();
  const [one, two] = [await processOf('one', prefix, clock), await processOf('two', prefix, clock)];
  await expect.poll(() => one.bus.command('PUBSUB', 'NUMSUB', `${prefix}used`), poll).toEqual([`${prefix}used`, 2]);
  const used = { from: 'one', taken: [], heard: [], said: [], counts: [['uada', 20]] };
  one.bus.publish('used', Buffer.from(JSON.stringify(used)));
  const ada = { kind: 'user', userId: 'ada', username: 'ada', roles: [], sessionId: 's', address: 'a' } as const;
  const isRefused = () => two.connections.refusal(ada, clock.nowMs()) !== undefined;
  await expect.poll(isRefused, poll).toBe(true);
  for (const listener of two.gone) listener('one');
  expect(isRefused()).toBe(false);
});
