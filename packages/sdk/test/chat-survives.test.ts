import { randomUUID } from 'node:crypto';
import { limits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { startServer } from '../../../testing/running-server.ts';
import { RoomtoneClient } from '../src/index.ts';

const userCount = 5;
const messagesEach = limits.chatFlood.messages - 1;

test('acknowledged chat survives SIGKILL, in its order', async () => {
  const server = await startServer();
  try {
    const rooms = [];
    let roomId: string | undefined;
    for (let index = 0; index < userCount; index++) {
      const client = new RoomtoneClient({ baseUrl: server.url });
      const username = `user-${index}`;
      await client.register({ username, email: `${username}@example.org`, password: randomUUID() });
      roomId ??= (await client.rooms.create({ roomName: 'Storm' })).roomId;
      rooms.push(await client.joinRoom(roomId));
    }
    const acknowledged = new Set<string>();
    const seen: string[] = [];
    rooms[0]?.on('chat', ({ messageId }) => seen.push(messageId));
    const halfway = Promise.withResolvers<void>();
    for (const [index, room] of rooms.entries()) {
      const talk = async () => {
        for (let count = 0; count < messagesEach; count++) {
          const { messageId } = await room.chat(`${index}: ${count}`);
          acknowledged.add(messageId);
          if (acknowledged.size === (userCount * messagesEach) / 3) halfway.resolve();
        }
      };
      // A request in flight fails when the process is killed, as it must.
      talk().catch(() => undefined);
    }
    await halfway.promise;
    await server.restart('SIGKILL');
    for (const room of rooms) room.close();

    const late = await new RoomtoneClient({ baseUrl: server.url }).joinRoom(roomId ?? '');
    const { chat } = late.snapshot;
    const kept = chat.map(({ messageId }) => messageId);
    expect(kept).toEqual(expect.arrayContaining([...acknowledged]));
    // Separate sockets receive their messages at different times: the order is the one that a participant saw.
    expect(kept.slice(0, seen.length)).toEqual(seen);
    late.close();
  } finally {
    await server.stop();
  }
});
