import { RoomtoneError } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { patiently } from './patience.ts';
import { FakeServer } from './testing/index.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const limited = (reset: number) => new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many.', { limit: 10, reset });

describe('a call that the rate limit refuses', () => {
  test('is made again when the server allows it', async () => {
    const waits: number[] = [];
    const call = vi.fn(async () => {
      if (call.mock.calls.length < 3) throw limited(Date.now() / 1_000 + 20);
      return 'done';
    });
    const calling = patiently(call, { onWait: (ms) => waits.push(ms) });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(call).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(await calling).toBe('done');
    expect(waits).toEqual([20_000, 20_000]);
  });

  test('rejects at once if the wait is too long, and if it was refused for another reason', async () => {
    await expect(patiently(() => Promise.reject(limited(1_100)))).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
    });
    const call = vi.fn(() => Promise.reject(new RoomtoneError('ROOM_NOT_FOUND', 'No.')));
    await expect(patiently(call)).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('rejects when the signal says so, and leaves no timer behind', async () => {
    const stop = new AbortController();
    const calling = patiently(() => Promise.reject(limited(1_010)), { signal: stop.signal });
    const refused = expect(calling).rejects.toMatchObject({ reason: 'aborted' });
    await vi.advanceTimersByTimeAsync(1_000);
    stop.abort();
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the client option `retry`', () => {
  const answer = (status: number, body: object) => ({ status, text: JSON.stringify(body) });
  const busy = (inMs: number) =>
    answer(429, {
      success: false,
      error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many.', details: { reset: (Date.now() + inMs) / 1_000 } },
    });

  test('waits out a rate limit that ends soon enough, and no other', async () => {
    const server = new FakeServer();
    const client = server.client({ retry: 30_000 });
    let calls = 0;
    server.onRequest = () => (++calls === 1 ? busy(20_000) : answer(200, { success: true, data: { name: 'Home' } }));
    const asking = client.server();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await asking).toEqual({ name: 'Home' });
    server.onRequest = () => busy(40_000);
    await expect(client.server()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    server.onRequest = () => busy(5_000);
    await expect(client.server({ timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await expect(server.client().server()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
