import { expect, test } from 'vitest';
import { chatHistory } from '../room/chat-history.ts';
import type { RoomEvents } from '../room/room-types.ts';
import { FakeClock, FakeServer } from './index.ts';

const startUs = 1_700_000_000_000_000;
const password = 'correct horse 7';

async function pair() {
  const clock = new FakeClock(startUs);
  const server = new FakeServer({ timers: clock });
  const [ada, bea] = [server.client(), server.client()];
  await ada.register({ username: 'ada', password });
  await bea.register({ username: 'bea', password });
  const adasRoom = await ada.createRoom({ roomName: 'Loft' });
  const beasRoom = await bea.joinRoom(adasRoom.info.roomId);
  return { clock, server, ada, bea, adasRoom, beasRoom };
}

test('R10.1: time passes only as the test says: who is away for 30 s has left, and who is back sooner has not', async () => {
  const { clock, server, adasRoom, beasRoom } = await pair();
  const left: RoomEvents['participantLeft'][] = [];
  adasRoom.on('participantLeft', (event) => left.push(event));
  const resumed = beasRoom.waitFor('resumed');
  server.socket.drop();
  await clock.advance(1_000);
  expect((await resumed).self).toEqual(beasRoom.self);
  server.welcomes = false;
  server.socket.drop();
  await clock.advance(29_000);
  expect(left).toEqual([]);
  await clock.advance(2_000);
  expect(left).toMatchObject([{ participant: { username: 'bea' }, reason: 'lost' }]);
});

test('the network of the clients can be switched off and on', async () => {
  const { clock, server, adasRoom, beasRoom } = await pair();
  server.setOnline(false);
  expect([adasRoom, beasRoom].map(({ state }) => state)).toMatchObject(
    Array(2).fill({ status: 'reconnecting', offline: true }),
  );
  await clock.advance(5_000);
  expect(adasRoom.state.status).toBe('reconnecting');
  server.setOnline(true);
  await clock.advance(20_000);
  expect([adasRoom, beasRoom].map(({ state }) => state.status)).toEqual(['joined', 'joined']);
});

test('R13.7: a mute ends when its time is up', async () => {
  const { clock, adasRoom, beasRoom, bea } = await pair();
  await adasRoom.moderation.mute({ userId: bea.user?.userId ?? '' }, { seconds: 60 });
  await expect(beasRoom.chat('psst')).rejects.toMatchObject({ details: { reason: 'muted' } });
  await clock.advance(61_000);
  await expect(beasRoom.chat('psst')).resolves.toMatchObject({ message: 'psst' });
});

test('a test can answer a request itself, and what the server does not do is refused', async () => {
  const { server, ada, adasRoom } = await pair();
  await expect(ada.friends.list()).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  await expect(adasRoom.social.setPresence('busy')).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  const list = { friends: [], requests: [] };
  server.onRequest = ({ url }) =>
    url.endsWith('/api/users/friends')
      ? { status: 200, text: JSON.stringify({ success: true, data: list }) }
      : undefined;
  await expect(ada.friends.list()).resolves.toEqual(list);
});

test('R2.6: roles are set as the host of a server sets them', async () => {
  const { server, ada, bea } = await pair();
  const create = { roomName: 'Studio', roomType: 'pro' } as const;
  await expect(ada.rooms.create(create)).rejects.toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  server.setRoles('ada', ['member', 'pro']);
  const { roomId } = await ada.rooms.create(create);
  expect((await ada.joinRoom(roomId)).self.participantId).toBe(1);
  await ada.refreshUser();
  expect(ada.user?.roles).toEqual(['member', 'pro']);
  const refused = { code: 'AUTHORIZATION_ERROR', details: { reason: 'pro' } };
  await expect(bea.joinRoom(roomId)).rejects.toMatchObject(refused);
});

test('an access token expires, and the client refreshes it', async () => {
  const { clock, ada } = await pair();
  clock.sleep(3_600_000);
  await expect(ada.rooms.list()).resolves.toMatchObject({ rooms: [{ roomName: 'Loft' }] });
});

test('R4.14: older chat is read by position, and deleted messages are not among it', async () => {
  const { adasRoom, beasRoom } = await pair();
  for (let said = 1; said <= 60; said++) await adasRoom.chat(`message ${said}`);
  const newest = await chatHistory(beasRoom);
  expect([newest.messages.length, newest.messages[0]?.position, newest.more]).toEqual([50, 11, true]);
  const gone = await chatHistory(beasRoom, { before: 11, limit: 1 });
  expect(gone).toMatchObject({ messages: [{ message: 'message 10', messageType: 'user' }], more: true });
  await adasRoom.moderation.deleteChat(gone.messages[0]?.messageId ?? '');
  const rest = await chatHistory(beasRoom, { before: 11, limit: 100 });
  expect(rest.messages.map(({ message }) => message)).toEqual(
    Array.from({ length: 9 }, (_, at) => `message ${at + 1}`),
  );
  expect(rest.more).toBe(false);
});
