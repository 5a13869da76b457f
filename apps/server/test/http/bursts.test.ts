import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const requests = 30;
/** The time each request appears to take. Two fit into a turn, and time left from the turn before may add two more. */
const apparentMs = 0.6;
const maxPerTurn = 4;

test('R8.19: a burst of requests is answered a few per turn of the event loop', async () => {
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
    Array.from({ length: requests }, async () => {
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
    nowMs += apparentMs;
    return nowMs;
  });
  for (const socket of sockets) socket.resume().write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => answered).toBe(requests);
  expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(maxPerTurn);
});
