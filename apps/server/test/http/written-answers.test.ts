import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { WrittenAnswers } from '../../src/http/plugins/written-answers.ts';

/** A server whose only answer goes through WrittenAnswers, with a count of how often it was computed. */
function cachingServer() {
  const state = { source: { names: ['ada', 'bo'] }, inside: [0, 0], made: 0 };
  const answers = new WrittenAnswers<{ rooms: string[] }>();
  const app = fastify();
  app.get('/', (_request, reply) => {
    const { source, inside } = state;
    return answers.view(source, [...inside], reply, () => {
      state.made++;
      return { rooms: source.names.map((name, index) => `${name}: ${inside[index]}`) };
    });
  });
  const read = async () => {
    const { headers, body } = await app.inject('/');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return JSON.parse(body).rooms;
  };
  return { state, read };
}

test('an answer is written again only when its source or the values that go with it have changed', async () => {
  const { state, read } = cachingServer();
  expect(await read()).toEqual(['ada: 0', 'bo: 0']);
  expect(await read()).toEqual(['ada: 0', 'bo: 0']);
  expect(state.made).toBe(1);
  state.inside = [0, 1];
  expect(await read()).toEqual(['ada: 0', 'bo: 1']);
  expect(state.made).toBe(2);
  state.inside = [0, 1, 0];
  await read();
  expect(state.made).toBe(3);
  state.source = { names: ['ada', 'bo'] };
  await read();
  await read();
  expect(state.made).toBe(4);
});
