import { describe, expect, test } from 'vitest';
import { fetcherFor, outcome, serve } from './network.ts';

const minuteMs = 60_000;

/** A site whose title counts its visitors. */
function serveCounter(status: (count: number) => number = () => 200) {
  let count = 0;
  return serve((_request, response) => {
    count++;
    response.writeHead(status(count), { 'content-type': 'text/html' }).end(`<title>${count}</title>`);
  });
}

describe('S20.11: answers are cached for 10 minutes', () => {
  test('a page', async () => {
    const { read, clock } = fetcherFor(await serveCounter());
    expect(await read()).toMatchObject({ title: '1' });
    clock.advance(10 * minuteMs - 1);
    expect(await read()).toMatchObject({ title: '1' });
    clock.advance(2);
    expect(await read()).toMatchObject({ title: '2' });
  });

  test('a failure to read a page', async () => {
    const { read, clock } = fetcherFor(await serveCounter((count) => (count === 1 ? 500 : 200)));
    expect(await outcome(read())).toBe('404');
    clock.advance(10 * minuteMs - 1);
    expect(await outcome(read())).toBe('404');
    clock.advance(2);
    expect(await read()).toMatchObject({ title: '2' });
  });

  test('by the whole address without its fragment', async () => {
    const { read } = fetcherFor(await serveCounter());
    expect(await read('/?a')).toMatchObject({ title: '1' });
    expect(await read('/?b')).toMatchObject({ title: '2' });
    expect(await read('/?a#c')).toMatchObject({ title: '1' });
  });

  test('the oldest go when there are more than a thousand', async () => {
    const { read } = fetcherFor(await serveCounter());
    for (let index = 0; index <= 1_000; index++) await read(`/${index}`);
    expect(await read('/1000')).toMatchObject({ title: '1001' });
    expect(await read('/0')).toMatchObject({ title: '1002' });
  });
});

test('S20.11: calls for a page that is being read share one answer', async () => {
  const { read } = fetcherFor(await serveCounter());
  const answers = await Promise.all([read('/x'), read('/x#y'), read('/x')]);
  expect(answers.map(({ title }) => title)).toEqual(['1', '1', '1']);
});
