import type { RoomtoneClient } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/extras';
import { expect, test } from 'vitest';
import { type Notified, next, nextNotice, onServer } from './on-server.ts';

const server = onServer();
const { signUp, open, closeLater } = server;

async function lobbyOf(client: RoomtoneClient) {
  const lobby = closeLater(await client.joinLobby());
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
  const room = await open(bea, { create: { roomName: 'Attic' } });
  const { info: attic } = room;

  const asked = nextNotice(room, 'friendRequest');
  await hall.social.requestFriend(nameOf(bea));
  expect(await asked).toMatchObject({ username: nameOf(ada), userId: ada.user?.userId });
  const accepted = nextNotice(hall, 'friendAccepted');
  await runLine(`/accept ${nameOf(ada)}`, room);
  expect(await accepted).toMatchObject({ username: nameOf(bea) });
  expect((await ada.friends.list()).friends).toMatchObject([
    { username: nameOf(bea), status: 'online', currentRoom: attic.roomId },
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

  const told: string[] = [];
  const room = await open(bea, { create: { roomName: 'Porch', prepare: collectInto(told) } });
  await until(room, () => told.length >= 2);
  expect(told).toEqual(['Are you there?', 'We begin at eight']);
  await room.leave();

  await hall.social.directMessage(nameOf(bea), 'Bring the cello');
  const toldLater: string[] = [];
  const lobby = closeLater(await bea.joinLobby({ prepare: collectInto(toldLater) }));
  await until(lobby, () => toldLater.length >= 1);

  // On every open connection: with the answer to a later request, everything that waited has arrived.
  const toldBoth: string[] = [];
  const both = await open(bea, { create: { roomName: 'Porch II', prepare: collectInto(toldBoth) } });
  const last = [nextNotice(both, 'directMessage'), nextNotice(lobby, 'directMessage')];
  const second = await open(ada, { create: { roomName: 'Yard' } });
  await runLine(`/msg ${nameOf(bea)} See you`, second);
  await Promise.all(last);
  expect([toldLater, toldBoth]).toEqual([['Bring the cello', 'See you'], ['See you']]);
});

test('R4.11, R15.2: a user does not get chat from somebody they blocked until they unblock them', async () => {
  const [ada, bea] = await friends();
  const hers = await open(ada, { create: { roomName: 'Quiet' } });
  const { info: room } = hers;
  const theirs = await open(bea, { roomId: room.roomId });
  const heard: string[] = [];
  hers.on('chat', ({ message }) => heard.push(message));

  await ada.blocks.add(nameOf(bea));
  await theirs.chat('unheard');
  await expect(theirs.social.directMessage(nameOf(ada), 'Hello')).rejects.toMatchObject({
    details: { reason: 'blocked' },
  });
  await hers.chat('mine');
  const later = await open(ada, { roomId: room.roomId });
  expect(later.snapshot.chat.map(({ message }) => message)).toEqual(['mine']);
  await ada.blocks.remove(nameOf(bea));
  const again = next(hers, 'chat');
  await theirs.chat('heard');
  await again;
  expect(heard).toEqual(['mine', 'heard']);
});

test('R11: the lobby reports public rooms that are added, changed or removed, and no private ones', async () => {
  const [ada, bea] = await Promise.all([signUp(), signUp()]);
  const lobby = await lobbyOf(bea);
  const hidden = await ada.rooms.create({ roomName: 'Hidden', roomType: 'private' });
  const room = await open(ada, { create: { roomName: 'Terrace', maxUsers: 3 } });
  const { roomId } = room.info;
  await untilRooms(() => lobby.rooms.get(roomId)?.currentUsers === 1);
  expect(lobby.rooms.get(roomId)).toMatchObject({ roomName: 'Terrace', roomType: 'public', maxUsers: 3 });
  await room.update({ roomName: 'Balcony' });
  await untilRooms(() => lobby.rooms.get(roomId)?.roomName === 'Balcony');
  const closed = next(room, 'state', ({ status }) => status === 'closed');
  await ada.rooms.delete(roomId);
  expect(await closed).toMatchObject({ reason: { kind: 'roomClosed' } });
  await untilRooms(() => !lobby.rooms.has(roomId));
  expect(lobby.rooms.has(hidden.roomId)).toBe(false);

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
function collectInto(told: string[]): (connection: Notified) => void {
  return (connection) => {
    connection.on('notification', (notice) => {
      if (notice.kind === 'directMessage') told.push(notice.message);
    });
  };
}

async function until(connection: Notified, holds: () => boolean): Promise<void> {
  while (!holds()) await nextNotice(connection, 'directMessage');
}
