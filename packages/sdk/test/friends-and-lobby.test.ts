import { RoomType, type RoomtoneClient } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/commands';
import { expect, test } from 'vitest';
import { type Notified, next, nextNotice, onServer } from './on-server.ts';

const server = onServer();
const { signUp, open, closeLater } = server;

async function lobbyOf(client: RoomtoneClient) {
  const lobby = closeLater(client.openLobby());
  await lobby.ready;
  return lobby;
}

async function friends(): Promise<[RoomtoneClient, RoomtoneClient]> {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  await ada.friends.request(nameOf(bea));
  await bea.friends.accept(nameOf(ada));
  return [ada, bea];
}

function nameOf(client: RoomtoneClient): string {
  return client.user?.username ?? '';
}

test('R14, R15.1: friends find each other over the connection and see each other’s presence', async () => {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  const hall = await lobbyOf(ada);
  const room = open(bea, { create: { room_name: 'Attic' } });
  const { room: attic } = await room.ready;

  const asked = nextNotice(room, 'friend-request');
  await hall.social.requestFriend(nameOf(bea));
  expect(await asked).toMatchObject({ username: nameOf(ada), userId: ada.user?.userId });
  const accepted = nextNotice(hall, 'friend-accepted');
  await runLine(`/accept ${nameOf(ada)}`, room);
  expect(await accepted).toMatchObject({ username: nameOf(bea) });
  expect((await ada.friends.list()).friends).toMatchObject([
    { username: nameOf(bea), status: 'online', current_room: attic.roomId },
  ]);

  for (const status of ['busy', 'away', 'online'] as const) {
    const told = nextNotice(hall, 'presence');
    await (status === 'busy' ? runLine('/status busy', room) : room.social.setPresence(status));
    expect(await told).toMatchObject({ userId: bea.user?.userId, status });
  }
  const gone = nextNotice(hall, 'presence');
  await room.leave();
  expect(await gone).toMatchObject({ status: 'offline' });
  const back = nextNotice(hall, 'presence');
  const again = await lobbyOf(bea);
  expect(await back).toMatchObject({ status: 'online' });

  await again.social.removeFriend(nameOf(ada));
  expect((await ada.friends.list()).friends).toEqual([]);
  await expect(hall.social.directMessage(nameOf(bea), 'Hello?')).rejects.toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'not_friends' },
  });
});

test('R15.4: a message waits while the friend is away and is delivered once, in a room or the lobby', async () => {
  const [ada, bea] = await friends();
  const hall = await lobbyOf(ada);
  await hall.social.directMessage(nameOf(bea), 'Are you there?');
  await hall.social.directMessage(nameOf(bea), 'We begin at eight');

  const room = open(bea, { create: { room_name: 'Porch' } });
  const told = collect(room);
  await room.ready;
  await until(room, () => told.length >= 2);
  expect(told).toEqual(['Are you there?', 'We begin at eight']);
  await room.leave();

  await hall.social.directMessage(nameOf(bea), 'Bring the cello');
  const lobby = closeLater(bea.openLobby());
  const toldLater = collect(lobby);
  await lobby.ready;
  await until(lobby, () => toldLater.length >= 1);

  // On every open connection: with the answer to a later request, everything that waited has arrived.
  const both = open(bea, { create: { room_name: 'Porch II' } });
  const toldBoth = collect(both);
  await both.ready;
  const last = [nextNotice(both, 'direct-message'), nextNotice(lobby, 'direct-message')];
  const second = open(ada, { create: { room_name: 'Yard' } });
  await second.ready;
  await runLine(`/msg ${nameOf(bea)} See you`, second);
  await Promise.all(last);
  expect([toldLater, toldBoth]).toEqual([['Bring the cello', 'See you'], ['See you']]);
});

test('R4.11, R15.2: a user does not get chat from somebody they blocked until they unblock them', async () => {
  const [ada, bea] = await friends();
  const hers = open(ada, { create: { room_name: 'Quiet' } });
  const { room } = await hers.ready;
  const theirs = open(bea, { roomId: room.roomId });
  await theirs.ready;
  const heard: string[] = [];
  hers.on('chat', ({ message }) => heard.push(message));

  await ada.blocks.add(nameOf(bea));
  await theirs.chat('unheard');
  await expect(theirs.social.directMessage(nameOf(ada), 'Hello')).rejects.toMatchObject({
    details: { reason: 'blocked' },
  });
  await hers.chat('mine');
  const later = open(ada, { roomId: room.roomId });
  expect((await later.ready).chat.map(({ message }) => message)).toEqual(['mine']);
  await ada.blocks.remove(nameOf(bea));
  const again = next(hers, 'chat');
  await theirs.chat('heard');
  await again;
  expect(heard).toEqual(['mine', 'heard']);
});

test('R11: the lobby reports public rooms that are added, changed or removed, and no private ones', async () => {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  const lobby = await lobbyOf(bea);
  const hidden = await ada.rooms.create({ room_name: 'Hidden', room_type: 'private' });
  const room = open(ada, { create: { room_name: 'Terrace', max_users: 3 } });
  const { roomId } = (await room.ready).room;
  await untilRooms(() => lobby.rooms.get(roomId)?.currentUsers === 1);
  expect(lobby.rooms.get(roomId)).toMatchObject({ roomName: 'Terrace', roomType: RoomType.PUBLIC, maxUsers: 3 });
  await room.update({ room_name: 'Balcony' });
  await untilRooms(() => lobby.rooms.get(roomId)?.roomName === 'Balcony');
  const closed = next(room, 'state', ({ status }) => status === 'closed');
  await ada.rooms.delete(roomId);
  expect(await closed).toMatchObject({ reason: { kind: 'room-closed' } });
  await untilRooms(() => !lobby.rooms.has(roomId));
  expect(lobby.rooms.has(hidden.room_id)).toBe(false);

  async function untilRooms(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        const stop = lobby.on('rooms', () => {
          stop();
          resolve();
        });
      });
    }
  }
});

/** Collects the direct messages that a connection receives. */
function collect(connection: Notified): string[] {
  const told: string[] = [];
  connection.on('notification', (notice) => {
    if (notice.kind === 'direct-message') told.push(notice.message);
  });
  return told;
}

async function until(connection: Notified, holds: () => boolean): Promise<void> {
  while (!holds()) await nextNotice(connection, 'direct-message');
}
