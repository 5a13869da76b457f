import { expect, test } from 'vitest';
import type { Send } from './calls/send.ts';
import { everyAuditEntry, everyRoom } from './every-page.ts';
import type { RestRequest } from './rest.ts';

/** A server that answers by `answer`, and what it was asked. */
function asking(answer: (query: NonNullable<RestRequest['query']>) => object) {
  const asked: RestRequest['query'][] = [];
  const call = (async ({ query = {} }: RestRequest) => {
    asked.push(query);
    return answer(query);
  }) as Send;
  return { call, asked };
}

async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

test('every room comes once, though it moves to another page meanwhile, and a page is fetched when it is wanted', async () => {
  const pages = [['a', 'b'], ['b', 'c'], ['d']].map((ids) => ids.map((roomId) => ({ roomId })));
  const server = asking(({ page }) => ({ rooms: pages[Number(page) - 1], pagination: { pages: 3 } }));
  expect((await collected(everyRoom(server, { hasUsers: true }))).map(({ roomId }) => roomId)).toEqual([
    ...['a', 'b', 'c', 'd'],
  ]);
  expect(server.asked).toMatchObject([1, 2, 3].map((page) => ({ page, has_users: true, limit: 100 })));
  for await (const { roomId } of everyRoom(server)) if (roomId === 'b') break;
  expect(server.asked).toHaveLength(4);
});

test('every entry of the audit log comes, from one page to the next', async () => {
  const server = asking(({ before }) =>
    before === undefined ? { entries: [{ id: '3' }, { id: '2' }], next: '2' } : { entries: [{ id: '1' }], next: null },
  );
  expect(await collected(everyAuditEntry(server, { user: 'ada' }))).toEqual([{ id: '3' }, { id: '2' }, { id: '1' }]);
  expect(server.asked.map((query) => [query?.['before'], query?.['user']])).toEqual([
    [undefined, 'ada'],
    ['2', 'ada'],
  ]);
});
