import { expect, onTestFinished, test } from 'vitest';
import { Stage } from './stage.ts';
import { TestPlayer } from './test-player.ts';

async function openStage(): Promise<Stage> {
  const stage = await Stage.open({ commandLimitFactor: 1 });
  onTestFinished(() => stage.close());
  return stage;
}

/** The status of the answer to an upgrade request that is refused. */
function refusedStatus(stage: Stage, ticket: string, address = '192.0.2.1'): Promise<number> {
  const headers = { 'x-address': address };
  const { socket } = new TestPlayer(`ws://127.0.0.1:${stage.port}/api/websocket/${ticket}`, { headers });
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

test('S27.3: an unknown address has 10 connections of guests and 20 in all, and the addresses of others as many as ever', async () => {
  const stage = await openStage();
  const unknown = '203.0.113.9';
  const refused = (ticket: string) => refusedStatus(stage, ticket, unknown);
  const guest = () => stage.connect(stage.guestTicket('Guest-0001', unknown), undefined, unknown);
  for (let number = 0; number < 10; number++) await guest();
  expect(await refused(stage.guestTicket('Guest-0001', unknown))).toBe(429);
  await (await stage.guest()).sync();
  for (let number = 0; number < 10; number++) {
    await stage.connect(await stage.ticket(`user-${number}`, undefined, undefined, unknown), undefined, unknown);
  }
  expect(await refused(await stage.ticket('ada', undefined, undefined, unknown))).toBe(429);
});

test('S27.5: connections from outside end with 1001 and are not resumed, also those that wait; others go on', async () => {
  const stage = await openStage();
  const outside = '203.0.113.9';
  const [ada, ben, cleo] = [
    await stage.user('ada'),
    await stage.connect(await stage.ticket('ben'), undefined, outside),
    await stage.connect(await stage.ticket('cleo'), undefined, outside),
  ];
  expect(stage.realtime.connected().map(({ username, address }) => [username, address])).toEqual([
    ['ada', '192.0.2.1'],
    ['ben', outside],
    ['cleo', outside],
  ]);
  cleo.socket.terminate();
  await stage.untilLogged('socket closed');
  expect(stage.realtime.closeFrom((address) => address === outside)).toBe(2);
  expect(await ben.closed).toBe(1001);
  await ada.sync();
  expect(stage.realtime.connected().map(({ username }) => username)).toEqual(['ada']);
  expect((await stage.resume(ben)).welcome.resumed).toBe(false);
});

test('R1.7: an address has 200 connections of guests, and its users connect all the same', async () => {
  const stage = await openStage();
  for (let number = 0; number < 200; number++) await stage.guest();
  expect(await refusedStatus(stage, stage.guestTicket())).toBe(429);
  await (await stage.guest('Guest-0001', '192.0.2.2')).sync();
  await (await stage.user('ada')).sync();
});
