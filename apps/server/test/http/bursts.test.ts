import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const crowd = 30;
/** As long as a request seems to take: no more than two of such fit into a turn, and what the turn before had left. */
const seemingMs = 0.6;
const mostInTurn = 4;

test('R8.19: requests that come all at once are answered a few in each turn of the event loop', async () => {
  const { app } = await createTestApp();
  const port = await listen(app);
  const inTurn = new Map<number, number>();
  let answered = 0;
  app.server.on('request', (_request, response) => {
    response.on('finish', () => {
      answered++;
      const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
      inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
    });
  });
  const sockets = await Promise.all(
    Array.from({ length: crowd }, async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      onTestFinished(() => {
        socket.destroy();
      });
      await once(socket, 'connect');
      return socket;
    }),
  );
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += seemingMs;
    return nowMs;
  });
  for (const socket of sockets) socket.resume().write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => answered).toBe(crowd);
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(mostInTurn);
});
