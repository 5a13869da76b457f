import { describe, expect, test } from 'vitest';
import { createGate, createShares, ServerBusy } from '../../src/adapters/page-fetcher/gate.ts';
import { createSystemResolver, type Resolve } from '../../src/adapters/page-fetcher/resolve.ts';
import {
  createInternet,
  createTestFetcher,
  deferred,
  fetcherFor,
  outcome,
  publicAddress,
  serve,
  serveHtml,
} from './network.ts';

/** Number of pages that are read at the same time. */
const atOnce = 32;
const never = new AbortController().signal;

describe('the gate', () => {
  test('a job waits for a free place, in the order of arrival, also behind one that failed', async () => {
    const gate = createGate(2);
    const order: string[] = [];
    const [first, second] = [deferred<void>(), deferred<void>()];
    const job = (name: string, work: Promise<void> = Promise.resolve()) =>
      gate(async () => {
        order.push(name);
        await work;
        if (name === 'third') throw new Error(name);
      }, never);
    const results = [job('first', first.promise), job('second', second.promise), job('third'), job('fourth')];
    await expect.poll(() => order).toEqual(['first', 'second']);
    second.resolve(undefined);
    await results[3];
    expect(order).toEqual(['first', 'second', 'third', 'fourth']);
    first.resolve(undefined);
    const settled = await Promise.allSettled(results);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  test('a caller that gives up while waiting is refused, and its job never runs', async () => {
    const gate = createGate(1);
    const first = deferred<string>();
    const running = gate(() => first.promise, never);
    const impatient = new AbortController();
    let hasRun = false;
    const job = async () => {
      hasRun = true;
    };
    const waiting = gate(job, impatient.signal);
    impatient.abort();
    await expect(waiting).rejects.toThrow(ServerBusy);
    await expect(gate(job, impatient.signal)).rejects.toThrow(ServerBusy);
    first.resolve('first');
    expect(await running).toBe('first');
    expect(await gate(async () => 'next', never)).toBe('next');
    expect(hasRun).toBe(false);
  });
});

test('S20.11: each address has a share, so that one whose pages hang delays nobody else', async () => {
  const sharesOf = createShares(2);
  const all = createGate(3);
  const hanging = deferred<void>();
  const started: string[] = [];
  const read = (by: string, work: Promise<void> = Promise.resolve()) =>
    sharesOf(by)(
      () =>
        all(async () => {
          started.push(by);
          await work;
        }, never),
      never,
    );
  const slow = Array.from({ length: 5 }, () => read('192.0.2.1', hanging.promise));
  await read('192.0.2.2');
  expect(started).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2']);
  hanging.resolve(undefined);
  await Promise.all(slow);
  expect(started).toHaveLength(6);
});

describe('lookups', () => {
  test('a slow lookup is abandoned in time but keeps its place, because it keeps its thread', async () => {
    const slow = deferred<string[]>();
    const asked: string[] = [];
    const resolve = createSystemResolver((name) => {
      asked.push(name);
      return name === 'slow.example' ? slow.promise : Promise.resolve(['93.184.215.14']);
    }, 1);
    const impatient = new AbortController();
    const first = resolve('slow.example', impatient.signal);
    const second = resolve('other.example', impatient.signal);
    impatient.abort(new Error('time is over'));
    await expect(first).rejects.toThrow('time is over');
    await expect(second).rejects.toThrow(ServerBusy);
    const third = resolve('example.org', never);
    expect(asked).toEqual(['slow.example']);
    slow.resolve([]);
    expect(await third).toEqual(['93.184.215.14']);
  });

  test('the system resolver knows localhost', async () => {
    expect(await createSystemResolver()('localhost', never)).toContain('127.0.0.1');
  });
});

test('S20.7: a server that is too busy answers 404, which is not cached', async () => {
  const waiting = deferred<void>();
  const arrived = deferred<void>();
  let count = 0;
  const site = await serve(async (_request, response) => {
    if (++count === atOnce) arrived.resolve(undefined);
    await waiting.promise;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>x</title>');
  });
  const impatient = new AbortController();
  const deadlines = [...Array.from({ length: atOnce }, () => never), impatient.signal];
  const { read } = fetcherFor(site, { deadline: () => deadlines.shift() ?? never });
  const under = Array.from({ length: atOnce }, (_, index) => read(`/${index}`));
  await arrived.promise;
  const late = outcome(read('/late'));
  impatient.abort();
  expect(await late).toBe('404');
  waiting.resolve(undefined);
  await Promise.all(under);
  expect(await read('/late')).toMatchObject({ title: 'x' });
});

test('a resolver that is too busy answers 404, which is not cached either', async () => {
  const internet = createInternet();
  internet.names('example.org', [publicAddress]);
  internet.puts(publicAddress, 80, await serveHtml('<title>x</title>'));
  let isBusy = true;
  const resolve: Resolve = async (name, signal) => {
    if (isBusy) throw new ServerBusy();
    return internet.resolve(name, signal);
  };
  const { fetch } = createTestFetcher({ ...internet, resolve });
  expect(await outcome(fetch('http://example.org/'))).toBe('404');
  isBusy = false;
  expect(await fetch('http://example.org/')).toMatchObject({ title: 'x' });
});
