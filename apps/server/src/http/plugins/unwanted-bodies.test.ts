import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnwantedBodies } from './unwanted-bodies.ts';

const chunkBytes = 64 * 1024;
const perSecond = 4 * 1024 * 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A request whose client always has more to send. */
function endless(): { readonly request: IncomingMessage; readonly chunks: readonly Buffer[] } {
  const request = new IncomingMessage(new Socket());
  const chunks: Buffer[] = [];
  request._read = () => {
    const chunk = Buffer.alloc(chunkBytes);
    chunks.push(chunk);
    setImmediate(() => request.push(chunk));
  };
  return { request, chunks };
}

test('S9.17: what is sent after the answer is read at 4 MiB a second, of all connections in turn, and freed at once', async () => {
  const bodies = new UnwantedBodies();
  const clients = Array.from({ length: 8 }, endless);
  for (const { request } of clients) bodies.add(request);
  const readAhead = clients.length * chunkBytes;
  for (let ms = 0; ms < 1_000; ms += 10) {
    await new Promise(setImmediate);
    vi.advanceTimersByTime(10);
  }
  const freed = clients.map(({ chunks }) => chunks.filter(({ byteLength }) => byteLength === 0).length);
  const bytes = freed.reduce((sum, count) => sum + count) * chunkBytes;
  expect(bytes).toBeGreaterThan(perSecond - readAhead);
  expect(bytes).toBeLessThanOrEqual(perSecond + chunkBytes);
  expect(Math.max(...freed) - Math.min(...freed)).toBeLessThanOrEqual(1);
  for (const { request } of clients) request.destroy();
});

test('S9.17: a body that somebody reads, or that is complete, is left alone', () => {
  const read = new IncomingMessage(new Socket());
  read.resume();
  const complete = new IncomingMessage(new Socket());
  complete.complete = true;
  const bodies = new UnwantedBodies();
  for (const request of [read, complete]) {
    bodies.add(request);
    expect(request.listenerCount('readable')).toBe(0);
  }
});
