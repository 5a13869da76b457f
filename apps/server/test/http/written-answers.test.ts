import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { WrittenLists } from '../../src/http/written-lists.ts';
import type { RoomRecord } from '../../src/ports.ts';

/** A server whose one list is written through WrittenLists, and how often it had to be made. */
function listServer() {
  const inside = new Map<string, number>();
  const state = { page: pageOf('ada', 'bo'), made: 0 };
  const lists = new WrittenLists<{ rooms: string[] }>();
  const app = fastify();
  app.get('/', async (_request, reply) =>
    lists.view(
      state.page,
      (roomId) => inside.get(roomId) ?? 0,
      reply,
      () => {
        state.made++;
        return { rooms: state.page.rooms.map(({ roomId }) => `${roomId}: ${inside.get(roomId) ?? 0}`) };
      },
    ),
  );
  const read = async () => {
    const { headers, body } = await app.inject('/');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return JSON.parse(body).rooms;
  };
  return { state, inside, read };
}

function pageOf(...roomIds: string[]) {
  // Nothing else of a record is looked at.
  return { rooms: roomIds.map((roomId) => ({ roomId }) as RoomRecord) };
}

test('a page is written once, and anew when somebody came into one of its rooms or it is another page', async () => {
  const { state, inside, read } = listServer();
  expect(await read()).toEqual(['ada: 0', 'bo: 0']);
  expect(await read()).toEqual(['ada: 0', 'bo: 0']);
  expect(state.made).toBe(1);
  inside.set('elsewhere', 3);
  await read();
  expect(state.made).toBe(1);
  inside.set('bo', 1);
  expect(await read()).toEqual(['ada: 0', 'bo: 1']);
  expect(state.made).toBe(2);
  state.page = pageOf('ada', 'bo');
  await read();
  expect(state.made).toBe(3);
});
