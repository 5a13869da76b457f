import { NotificationKind, PresenceStatus } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { fakeEnvironment } from '../../test/fake-room.ts';
import { room } from '../../test/fake-server.ts';
import { settled } from '../testing/fake-clock.ts';
import { Lobby } from './lobby.ts';

function openFakeLobby() {
  const fake = fakeEnvironment(() => {});
  const lobby = new Lobby(fake.environment, async () => 'ws://fake/lobby');
  const lists: string[][] = [];
  lobby.on('rooms', (rooms) => lists.push([...rooms.values()].map(({ roomName }) => roomName)));
  return { ...fake, lobby, lists };
}

test('R11.1, R11.2: the lobby keeps the list of public rooms current', async () => {
  const { lobby, server, lists } = openFakeLobby();
  await lobby.ready;
  expect(lobby.state).toEqual({ status: 'joined' });
  expect(server.socket.last('lobbyCommand').body).toEqual({ subscribe: true });
  const attic = { ...room, roomId: 'attic', roomName: 'Attic' };
  const changed = [{ ...room, roomName: 'Cellar' }];
  server.socket.deliver({ kind: 'lobbyUpdate', body: { added: [attic], changed, removed: [] } });
  server.socket.deliver({ kind: 'lobbyUpdate', body: { added: [], changed: [], removed: ['attic'] } });
  expect(lists).toEqual([['Kitchen'], ['Cellar', 'Attic'], ['Cellar']]);
  expect([...lobby.rooms.keys()]).toEqual([room.roomId]);
});

test('R15.1, R15.2: it reports notifications and sends commands about friends', async () => {
  const { lobby, server } = openFakeLobby();
  await lobby.ready;
  const notices: unknown[] = [];
  lobby.on('notification', (notice) => notices.push(notice));
  const friend = { userId: 'u', username: 'bea', displayName: 'bea' };
  const presence = { ...friend, status: PresenceStatus.AWAY };
  const message = { ...friend, messageId: 'm', message: 'hi', timestamp: 5 };
  for (const body of [
    { kind: NotificationKind.FRIEND_REQUEST, friendRequest: friend },
    { kind: NotificationKind.FRIEND_ACCEPTED, friendAccepted: friend },
    { kind: NotificationKind.PRESENCE, presence },
    { kind: NotificationKind.DIRECT_MESSAGE, directMessage: message },
    { kind: NotificationKind.SUBSCRIPTION, subscription: { status: 1, activeUntil: 9 } as const },
    { kind: NotificationKind.SHUTDOWN, shutdown: {} },
    // From a later version.
    { kind: NotificationKind.UNSPECIFIED },
  ]) {
    server.socket.deliver({ kind: 'notification', body });
  }
  expect(notices).toEqual([
    { kind: 'friendRequest', ...friend },
    { kind: 'friendAccepted', ...friend },
    { kind: 'presence', ...friend, status: 'away' },
    { kind: 'directMessage', ...message },
    { kind: 'subscription', status: 'active', activeUntil: 9 },
    { kind: 'shutdown' },
  ]);
  const accepted = lobby.social.acceptFriend('bea');
  server.refuse(server.socket, server.socket.last('userCommand').requestId, 'RESOURCE_NOT_FOUND');
  await expect(accepted).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
});

test('after a lost socket the list is sent again and waiting requests are unconfirmed; close() ends the lobby', async () => {
  const { lobby, server, clock, lists, network } = openFakeLobby();
  await lobby.ready;
  const asked = lobby.social.setPresence('busy');
  server.socket.drop();
  await clock.advance(250);
  await expect(asked).rejects.toMatchObject({ reason: 'unconfirmed' });
  expect([lobby.state.status, lists.length, server.socket.count('lobbyCommand')]).toEqual(['joined', 2, 1]);
  lobby.close();
  await settled();
  expect([lobby.state.status, clock.waiting, network.watched]).toEqual(['closed', 0, false]);
});
