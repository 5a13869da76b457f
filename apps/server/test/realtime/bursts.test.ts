import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stage } from './stage.ts';
import type { TestPlayer } from './test-player.ts';

const crowd = 30;
/** The time that each job appears to take. */
const seemingMs = 0.6;
/** The most jobs that start in one turn of the event loop: two fit, plus those left from the turn before. */
const mostInTurn = 4;

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.open();
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += seemingMs;
    return nowMs;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stage.close();
});

/** Counts how often a message is logged in each turn of the event loop. */
function watch(msg: string) {
  const perTurn = new Map<number, number>();
  const { logged } = stage;
  let seen = logged.length;
  return {
    look() {
      const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
      const added = logged.slice(seen).filter((line) => line.msg === msg).length;
      seen = logged.length;
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + added);
    },
    get most() {
      return Math.max(...perTurn.values());
    },
    get all() {
      return [...perTurn.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Resolves with the most times that a message was logged in one turn, once it was logged for the whole crowd. */
async function mostOf(msg: string, cause: () => void): Promise<number> {
  const watched = watch(msg);
  const { log } = stage;
  log.onLine = () => watched.look();
  cause();
  await expect.poll(() => watched.all, { timeout: 10_000 }).toBe(crowd);
  log.onLine = () => {};
  return watched.most;
}

async function crowdInside(): Promise<TestPlayer[]> {
  const roomId = await stage.room({ maxUsers: crowd });
  return Promise.all(
    Array.from({ length: crowd }, async (_, index) => {
      const one = await stage.user(`m${index}`);
      await one.join(roomId);
      return one;
    }),
  );
}

test('R8.19: when many sockets are lost and resumed together, each turn handles a few of them', async () => {
  const lost = await crowdInside();
  const closings = await mostOf('socket closed', () => {
    for (const { socket } of lost) socket.terminate();
  });
  expect(closings).toBeLessThanOrEqual(mostInTurn);
  let back: Promise<TestPlayer[]> | undefined;
  const resumptions = await mostOf('resumed', () => {
    back = Promise.all(lost.map((one) => stage.resume(one)));
  });
  expect(resumptions).toBeLessThanOrEqual(mostInTurn);
  for (const one of (await back) ?? []) {
    await one.sync();
    const snapshot = one.frames.findLast(({ kind }) => kind === 'roomJoined');
    expect(snapshot).toMatchObject({ sequence: 0, body: { participants: { length: crowd } } });
  }
});

test('R8.19, R7.2: when many connections close together in an orderly way, a few leave in each turn', async () => {
  const leaving = await crowdInside();
  const most = await mostOf('disconnected', () => {
    for (const { socket } of leaving) socket.close(1000);
  });
  expect(most).toBeLessThanOrEqual(mostInTurn);
  expect(await Promise.all(leaving.map(({ closed }) => closed))).toEqual(Array(crowd).fill(1000));
});

test('R8.19, R8.12: a server that stops closes all connections, a few in each turn', async () => {
  const all = await crowdInside();
  let stopped: Promise<void> | undefined;
  const most = await mostOf('disconnected', () => {
    stopped = stage.realtime.shutdown();
  });
  expect(most).toBeLessThanOrEqual(mostInTurn);
  expect(await Promise.all(all.map(({ closed }) => closed))).toEqual(Array(crowd).fill(1001));
  await stopped;
});
