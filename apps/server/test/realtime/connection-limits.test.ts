import { expect, onTestFinished, test } from 'vitest';
import { Stage } from './stage.ts';
import { TestPlayer } from './test-player.ts';

async function openStage(): Promise<Stage> {
  const stage = await Stage.open({ commandLimitFactor: 1 });
  onTestFinished(() => stage.close());
  return stage;
}

/** The status of the answer to an upgrade request that is refused. */
function refusedStatus(stage: Stage, ticket: string): Promise<number> {
  const { socket } = new TestPlayer(`ws://127.0.0.1:${stage.port}/api/websocket/${ticket}`);
  return new Promise((resolve) =>
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0)),
  );
}

test('R1.7: a user has 20 connections; a further one is refused until one ends, and a lost one can resume', async () => {
  const stage = await openStage();
  const players: TestPlayer[] = [];
  for (let number = 0; number < 20; number++) players.push(await stage.user('ada'));
  expect(await refusedStatus(stage, await stage.ticket('ada'))).toBe(429);
  await (await stage.user('bo')).sync();
  const [first, second] = players;
  if (first === undefined || second === undefined) throw new Error('nobody is connected');
  first.socket.terminate();
  const resumed = await stage.resume(first);
  expect(resumed.welcome.resumed).toBe(true);
  second.socket.close(1000);
  await stage.untilLogged('disconnected');
  await (await stage.user('ada')).sync();
});

test('R1.7: an address has 200 connections of guests, and its users connect all the same', async () => {
  const stage = await openStage();
  for (let number = 0; number < 200; number++) await stage.guest();
  expect(await refusedStatus(stage, stage.guestTicket())).toBe(429);
  await (await stage.guest('Guest-0001', '192.0.2.2')).sync();
  await (await stage.user('ada')).sync();
});
