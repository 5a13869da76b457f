import { expect, test } from 'vitest';
import { eventsOf } from './events-of.ts';
import { FakeServer } from './testing/fake-server.ts';

async function loft() {
  const server = new FakeServer();
  const ada = server.client();
  await ada.register({ username: 'ada', password: 'correct horse 7' });
  const room = await ada.createRoom({ roomName: 'Loft' });
  return { ada, room };
}

test('events come in order, also those from before the loop began, until the connection is closed', async () => {
  const { room } = await loft();
  const said = eventsOf(room, 'chat');
  for (const text of ['One', 'two']) await room.chat(text);
  const heard: string[] = [];
  for await (const { message } of said) {
    heard.push(message);
    if (message === 'two') await room.chat('three');
    if (message === 'three') await room.leave();
  }
  expect(heard).toEqual(['One', 'two', 'three']);
  for await (const _ of eventsOf(room, 'chat')) expect.fail('nothing comes after the end');
});

test('a loop ends when the signal says so, and when it is left; a misspelt event is refused', async () => {
  const { ada, room } = await loft();
  const stop = new AbortController();
  const heard: string[] = [];
  const listening = (async () => {
    for await (const { message } of eventsOf(room, 'chat', { signal: stop.signal })) heard.push(message);
  })();
  await room.chat('Hello');
  stop.abort();
  await listening;
  await room.chat('Anybody?');
  expect(heard).toEqual(['Hello']);
  const lobby = await ada.joinLobby();
  const changes = eventsOf(lobby, 'rooms');
  await ada.createRoom({ roomName: 'Attic' });
  for await (const rooms of changes) if (rooms.size === 2) break;
  // biome-ignore lint/suspicious/noExplicitAny: what a program without types passes
  expect(() => eventsOf(room, 'chatt' as any)).toThrow('did you mean `chat`?');
  lobby.close();
  room.close();
});

test('`await using` leaves a room and closes the lobby at the end of the block', async () => {
  const { ada, room } = await loft();
  const states: string[] = [];
  {
    await using second = await ada.joinRoom(room.info.roomId);
    await using lobby = await ada.joinLobby();
    second.on('state', ({ status }) => states.push(status));
    lobby.on('state', ({ status }) => states.push(status));
    expect(room.participants.size).toBe(2);
  }
  expect(states).toEqual(['closed', 'closed']);
  expect(room.participants.size).toBe(1);
  room.close();
});
