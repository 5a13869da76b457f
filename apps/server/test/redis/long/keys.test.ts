import { expect, onTestFinished, test, vi } from 'vitest';
import { password, processesTimeoutMs, Site } from '../../commands/host.ts';
import { end } from '../../support/server-process.ts';
import { keysOf, openRedis, redisOptions, serviceSettings, startProcess } from '../services.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const monthMs = 31 * 86_400_000;

test('S31.11: after an evening of sign-ins, failures, rooms, music, messages and kills, every key ends by itself', async () => {
  const settings = await serviceSettings();
  const redis = await openRedis(redisOptions({ prefix: settings['ROOMTONE_REDIS_PREFIX'] ?? '' }));
  const processes = await Promise.all([startProcess(settings), startProcess(settings)]);
  const [one, two] = processes.map(({ url }) => new Site(url));
  if (one === undefined || two === undefined) throw new Error('there are two');
  const people = await Promise.all(
    ['ada', 'bob', 'eve'].map((name, index) => (index === 0 ? one : two).register(name)),
  );
  const [ada, bob] = people;
  if (ada === undefined || bob === undefined) throw new Error('there are three');
  for (let wrong = 0; wrong < 12; wrong++) await one.loginStatus('eve', 'not her password');
  await two.data('POST', '/api/auth/login', { username: 'bob', password, remember_me: true });
  await one.data('POST', '/api/users/friends', { user: bob.user.user_id }, ada.token);
  const { room_id: roomId } = await one.data<{ room_id: string }>(
    'POST',
    '/api/rooms',
    { room_name: 'R', room_type: 'private', password: 'sesame' },
    ada.token,
  );
  const [adas, bobs] = [await one.connect(ada.token), await two.connect(bob.token)];
  await adas.join(roomId, 'sesame');
  await bobs.refusedJoin(roomId, 'wrong');
  await bobs.join(roomId, 'sesame');
  adas.play([0x90, 60, 100]);
  await bobs.take('midiMessage');
  adas.say('hello', 3);
  await bobs.take('chatMessage');
  bobs.send({ kind: 'lobbyCommand', requestId: 4, body: { subscribe: true } });
  await bobs.take('lobbyUpdate');
  adas.send({ kind: 'userCommand', requestId: 5, body: { setPresence: { status: 3 } } });
  await adas.take('ack');

  const families = new Set<string>();
  const check = async () => {
    for (const [key, leftMs] of await keysOf(redis)) {
      // A key that has ended meanwhile is -2.
      expect([key, leftMs === -2 || (leftMs > 0 && leftMs <= monthMs)]).toEqual([key, true]);
      families.add(
        key
          .split(':')
          .slice(0, key.startsWith('e:') ? 2 : 1)
          .join(':'),
      );
    }
  };
  await check();
  const [first, second] = processes;
  if (first === undefined || second === undefined) throw new Error('there are two');
  await end(first, 'SIGKILL');
  // Its note ends.
  await bobs.take('midiMessage');
  await check();
  expect(await end(second, 'SIGTERM')).toBe(0);
  await check();
  // The test has seen the keys that docs/scaling.md lists.
  expect([...families].sort()).toEqual(
    expect.arrayContaining(['connection', 'e:login', 'e:rate', 'e:ticket-used', 'lease', 'presence', 'processes']),
  );
  onTestFinished(() => redis.close());
});
