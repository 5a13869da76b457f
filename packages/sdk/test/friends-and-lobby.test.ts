import { RoomType, type RoomtoneClient, runLine } from '@roomtone/sdk';
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

test('R14, R15.1: friends find each other over the connection, and hear how the other is', async () => {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  const hall = await lobbyOf(ada);
  const room = open(bea, { create: { room_name: 'Attic' } });
  const { room: attic } = await room.ready;

  const asked = nextNotice(room, 'friend-request');
  await hall.people.requestFriend(nameOf(bea));
  expect(await asked).toMatchObject({ username: nameOf(ada), userId: ada.user?.userId });
  const accepted = nextNotice(hall, 'friend-accepted');
  await runLine(`/accept ${nameOf(ada)}`, room);
  expect(await accepted).toMatchObject({ username: nameOf(bea) });
  expect((await ada.friends.list()).friends).toMatchObject([
    { username: nameOf(bea), status: 'online', current_room: attic.roomId },
  ]);

  for (const status of ['busy', 'away', 'online'] as const) {
    const told = nextNotice(hall, 'presence');
    await (status === 'busy' ? runLine('/status busy', room) : room.people.setPresence(status));
    expect(await told).toMatchObject({ userId: bea.user?.userId, status });
  }
  const gone = nextNotice(hall, 'presence');
  await room.leave();
  expect(await gone).toMatchObject({ status: 'offline' });
  const back = nextNotice(hall, 'presence');
  const again = await lobbyOf(bea);
  expect(await back).toMatchObject({ status: 'online' });

  await again.people.removeFriend(nameOf(ada));
  expect((await ada.friends.list()).friends).toEqual([]);
  await expect(hall.people.directMessage(nameOf(bea), 'Hello?')).rejects.toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'not_friends' },
  });
});

test('R15.4: a message waits while the friend is away, and is told once, in a room or the lobby', async () => {
  const [ada, bea] = await friends();
  const hall = await lobbyOf(ada);
  await hall.people.directMessage(nameOf(bea), 'Are you there?');
  await hall.people.directMessage(nameOf(bea), 'We begin at eight');

  const room = open(bea, { create: { room_name: 'Porch' } });
  const told = collect(room);
  await room.ready;
  await until(room, () => told.length >= 2);
  expect(told).toEqual(['Are you there?', 'We begin at eight']);
  await room.leave();

  await hall.people.directMessage(nameOf(bea), 'Bring the cello');
  const lobby = closeLater(bea.openLobby());
  const toldLater = collect(lobby);
  await lobby.ready;
  await until(lobby, () => toldLater.length >= 1);

  // On every connection of the moment: by the answer to a later request all that waited has come.
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

test('R4.11, R15.2: who blocks somebody does not get their chat, and gets it again after', async () => {
  const [ada, bea] = await friends();
  const hers = open(ada, { create: { room_name: 'Quiet' } });
  const { room } = await hers.ready;
  const theirs = open(bea, { roomId: room.roomId });
  await theirs.ready;
  const heard: string[] = [];
  hers.on('chat', ({ message }) => heard.push(message));

  await ada.blocks.add(nameOf(bea));
  await theirs.chat('unheard');
  await expect(theirs.people.directMessage(nameOf(ada), 'Hello')).rejects.toMatchObject({
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

test('R11: the lobby hears of public rooms as they come, change and go, and of no private ones', async () => {
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

/** The direct messages a connection is told, as they come. */
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
