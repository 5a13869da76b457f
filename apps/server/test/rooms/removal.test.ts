// Rooms are removed by age, but never because the clock is wrong for a while.
import { setImmediate } from 'node:timers/promises';
import { RoomCloseReason, serviceLimits } from '@roomtone/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { startInactiveRoomRemoval } from '../../src/realtime/periodic-tasks/inactive-rooms.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { roomRecord, userRecord } from '../support/records.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;
const idleMs = serviceLimits.roomIdleDays * dayMs;
const { noticeDays, uptimeHours, quietDays } = serviceLimits.roomRemoval;

let clock: FakeClock;
let storage: Storage;
let live: string[];
const closeRooms = vi.fn();

beforeEach(async () => {
  clock = createFakeClock();
  storage = counted(openMemoryStorage());
  live = [];
  closeRooms.mockClear();
  await storage.createUser(userRecord('olga', { createdAt: clock.nowMs() }));
});

let underWay = 0;

/** Counts the operations that have not been answered. */
function counted(opened: Storage): Storage {
  const operations = Object.entries(opened).map(([name, operation]) => {
    const act = operation as (...args: readonly unknown[]) => Promise<unknown>;
    const counting = async (...args: readonly unknown[]) => {
      underWay++;
      return act(...args).finally(() => underWay--);
    };
    return [name, counting];
  });
  return Object.fromEntries(operations);
}

/** Resolves when a check has ended: it asks the storage for one thing after another. */
async function settled(): Promise<void> {
  do await setImmediate();
  while (underWay > 0);
}

/** A run of the server, which checks rooms at its start and then every hour. */
async function start(storageKept = storage) {
  let look: () => void = () => {};
  const stop = startInactiveRoomRemoval({
    storage: storageKept,
    clock,
    scheduler: {
      every(intervalMs, run) {
        if (intervalMs === hourMs) look = run;
        return () => {};
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    idsInMemory: async () => ({ roomIds: live }),
    closeRooms,
  });
  await settled();
  return {
    /** Lets hours pass; in each of them somebody plays somewhere, unless `isUsed` is false. */
    async pass(hours: number, isUsed = true) {
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(hourMs);
        if (isUsed) await somebodyIsThere();
        look();
        await settled();
      }
    },
    stop,
  };
}

const somebodyIsThere = () =>
  storage.addActivity([{ userId: 'id-of-olga', notes: 0, playedMs: 0, lastSeen: clock.nowMs() }]);

/** A room whose last activity was this long ago. */
async function room(roomId: string, agoMs: number, over: object = {}): Promise<string> {
  const lastActivity = clock.nowMs() - agoMs;
  await storage.createRoom(roomRecord(roomId, 'id-of-olga', { lastActivity, ...over }), 1000);
  return roomId;
}

const isThere = async (roomId: string) => (await storage.roomById(roomId)) !== undefined;
const thereOf = async (ids: readonly string[]) => Promise.all(ids.map(isThere));

test('a room without activity for 90 days is removed within an hour, whatever its type', async () => {
  const ids = ['public', 'private', 'pro'];
  for (const roomType of ids) await room(roomType, idleMs - (noticeDays + 1) * dayMs, { roomType });
  await room('busy', 0);
  const run = await start();
  await run.pass((noticeDays + 1) * 24);
  expect(await thereOf(ids)).toEqual([true, true, true]);
  await run.pass(1);
  expect(await thereOf(ids)).toEqual([false, false, false]);
  const [closed, reason] = closeRooms.mock.lastCall ?? [];
  expect([[...closed].sort(), reason]).toEqual([[...ids].sort(), RoomCloseReason.INACTIVE]);
  expect(await isThere('busy')).toBe(true);
});

test('a room that is already older is removed after 6 hours of uptime and 7 more days', async () => {
  await room('old', yearMs);
  const run = await start();
  await run.pass(uptimeHours + noticeDays * 24 - 1);
  expect(await isThere('old')).toBe(true);
  await run.pass(1);
  expect(await isThere('old')).toBe(false);
});

test('all due rooms are removed together, except those that are in use', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, (_, index) => room(`idle-${index}`, yearMs)));
  live = ['idle-7'];
  await (await start()).pass(uptimeHours + noticeDays * 24);
  expect(await thereOf(ids)).toEqual(ids.map((id) => id === 'idle-7'));
  live = [];
});

test('activity within the 7 days keeps the room for another 90', async () => {
  await room('old', yearMs);
  const run = await start();
  await run.pass(uptimeHours + 24);
  await storage.touchRooms([{ roomId: 'old', lastActivity: clock.nowMs() }]);
  await run.pass(80 * 24);
  expect(await isThere('old')).toBe(true);
  await run.pass(11 * 24);
  expect(await isThere('old')).toBe(false);
});

test('one run with a clock a year ahead removes nothing, even if the server is used', async () => {
  await room('mine', 10 * dayMs);
  await (await start()).stop();
  const right = clock.nowMs();
  clock.setWallClock(right + yearMs);
  const wrong = await start();
  await wrong.pass(24);
  await wrong.stop();
  clock.setWallClock(right + dayMs);
  const again = await start();
  await again.pass(30 * 24);
  expect(await isThere('mine')).toBe(true);
});

test('after a start with a clock a year ahead, marked rooms get their 7 days again', async () => {
  await room('marked', 88 * dayMs);
  const before = await start();
  await before.pass(uptimeHours + 24);
  await before.stop();
  clock.setWallClock(clock.nowMs() + yearMs);
  const wrong = await start();
  await wrong.pass(noticeDays * 24);
  expect(await isThere('marked')).toBe(true);
});

test('setting the clock a year ahead while the server runs restarts the wait', async () => {
  await room('mine', 88 * dayMs);
  const run = await start();
  await run.pass(24);
  clock.setWallClock(clock.nowMs() + yearMs);
  await run.pass(noticeDays * 24);
  expect(await isThere('mine')).toBe(true);
  clock.setWallClock(clock.nowMs() - yearMs);
  await run.pass(24);
  expect(await isThere('mine')).toBe(true);
});

test('nothing is removed while the whole server has had no activity for more than 30 days', async () => {
  await room('old', yearMs);
  clock.advance(quietDays * dayMs + 1);
  const run = await start();
  await run.pass(noticeDays * 24 * 2, false);
  expect(await isThere('old')).toBe(true);
  await somebodyIsThere();
  await run.pass(uptimeHours + noticeDays * 24);
  expect(await isThere('old')).toBe(false);
});

test('a server that never runs for 6 hours at a time removes nothing', async () => {
  await room('old', yearMs);
  for (let evening = 0; evening < 10; evening++) {
    const run = await start();
    await run.pass(uptimeHours - 1);
    await run.stop();
    clock.advance(20 * hourMs);
  }
  expect(await isThere('old')).toBe(true);
});

test('a clock that is an hour wrong changes nothing', async () => {
  await room('old', yearMs);
  const run = await start();
  for (const stepMs of [hourMs, -hourMs, -hourMs, hourMs]) {
    clock.setWallClock(clock.nowMs() + stepMs);
    await run.pass(((uptimeHours + noticeDays * 24) / 4) | 0);
  }
  expect(await isThere('old')).toBe(true);
  await run.pass(4);
  expect(await isThere('old')).toBe(false);
});
