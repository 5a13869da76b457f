import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../realtime/stage.ts';
import { roomRecord } from '../support/records.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
  await stage.ticket('olga');
});
afterEach(() => stage.close());

/** A room with this time of last activity. */
async function room(roomId: string, lastActivity: number, over: object = {}): Promise<string> {
  await stage.storage.createRoom(roomRecord(roomId, 'id-of-olga', { lastActivity, ...over }), 1000);
  return roomId;
}

test('S18.18: joins, notes, chat and updates are activity', async () => {
  const roomId = await room('old', 0);
  const activity = async () => {
    await stage.realtime.rooms.flushActivity();
    return (await stage.storage.roomById(roomId))?.lastActivity;
  };
  const ada = await stage.user('ada');
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
