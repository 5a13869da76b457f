import { limits } from '@roomtone/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../realtime/stage.ts';
import { roomRecord } from '../support/records.ts';

const hourMs = 3_600_000;
const idleMs = limits.roomIdleDays * 24 * hourMs;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
  await stage.ticket('olga');
});
afterEach(() => stage.close());

/** A room in which something happened last at that moment. */
async function room(roomId: string, lastActivity: number, over: object = {}): Promise<string> {
  await stage.storage.createRoom(roomRecord(roomId, 'id-of-olga', { lastActivity, ...over }), 1000);
  return roomId;
}

/** Waits for the next look at rooms without activity. */
async function anHourLater(): Promise<void> {
  stage.time.advance(hourMs);
  await stage.realtime.shutdown();
}

const isThere = async (roomId: string) => (await stage.storage.roomById(roomId)) !== undefined;

test('decisions 4: a room without activity for 90 days is removed, within an hour, whatever its type', async () => {
  const then = stage.time.nowMs() + hourMs - idleMs;
  const idle = ['public', 'private', 'pro'].map((roomType) => room(`idle-${roomType}`, then - 1, { roomType }));
  const busy = await room('busy', then);
  for (const roomId of await Promise.all(idle)) expect(await isThere(roomId)).toBe(true);
  await anHourLater();
  for (const roomId of await Promise.all(idle)) expect(await isThere(roomId)).toBe(false);
  expect(await isThere(busy)).toBe(true);
});

test('decisions 4: however many there are, they go at once, and their owner may make others', async () => {
  const made = await Promise.all(Array.from({ length: 120 }, (_, index) => room(`idle-${index}`, 0)));
  await anHourLater();
  expect(await Promise.all(made.map(isThere))).toEqual(made.map(() => false));
  expect(await stage.storage.createRoom(roomRecord('new', 'id-of-olga'), 1)).toMatchObject({ roomId: 'new' });
});

test('decisions 4: joins, notes, chat and updates are activity', async () => {
  const roomId = await room('old', 0);
  const activity = async () => {
    await stage.realtime.rooms.flushActivity();
    return (await stage.storage.roomById(roomId))?.lastActivity;
  };
  const ada = await stage.member('ada');
  await ada.join(roomId);
  expect(await activity()).toBe(stage.time.nowMs());
  stage.time.advance(1000);
  ada.play([0x90, 60, 100]);
  await ada.sync();
  expect(await activity()).toBe(stage.time.nowMs());
  stage.time.advance(1000);
  ada.say('hello');
  await ada.take('chatMessage');
  expect(await activity()).toBe(stage.time.nowMs());
  stage.time.advance(1000);
  await stage.storage.updateRoom(roomId, {}, stage.time.nowMs());
  expect(await activity()).toBe(stage.time.nowMs());
});
