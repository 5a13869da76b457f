import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs, Site } from '../../commands/host.ts';
import { end } from '../../support/server-process.ts';
import { startRedis } from '../redis-server.ts';
import { serviceSettings, startProcess } from '../services.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const poll = { timeout: processesTimeoutMs, interval: 50 };

/** Two processes on a Redis that the test may stop, with a player and a listener at one of them. */
async function onOwnRedis() {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const settings = { ...(await serviceSettings()), ROOMTONE_REDIS_URL: redis.url, ROOMTONE_REDIS_TIMEOUT_MS: '500' };
  const [first, second] = await Promise.all([startProcess(settings), startProcess(settings)]);
  const [one, two] = [new Site(first.url), new Site(second.url)];
  const [ada, bob] = [await one.register('ada'), await one.register('bob')];
  const { room_id: roomId } = await one.data<{ room_id: string }>('POST', '/api/rooms', { room_name: 'R' }, ada.token);
  const [adas, bobs] = [await one.connect(ada.token), await one.connect(bob.token)];
  for (const player of [adas, bobs]) await player.join(roomId);
  const ready = async (url: string) => (await fetch(`${url}/health/ready`)).status;
  const details = async () => (await (await fetch(`${first.url}/health/detailed`)).json()) as { services: object };
  return { redis, first, second, one, two, ada, bob, adas, bobs, ready, details };
}

for (const [how, outage, recovery] of [
  ['restarts empty', 'kill', 'start'],
  ['hangs for a while', 'pause', 'resume'],
] as const) {
  test(`S31.3, S21.2: while Redis ${how}, players at one process go on, nobody new comes in, and it recovers by itself`, async () => {
    const { redis, first, second, one, two, ada, bob, adas, bobs, ready, details } = await onOwnRedis();
    expect((await details()).services).toMatchObject({ redis: 'ok' });
    await redis[outage]();
    for (const { url } of [first, second]) await expect.poll(() => ready(url), poll).toBe(500);
    await expect.poll(details, poll).toMatchObject({ services: { redis: 'down', database: 'ok' } });
    expect((await fetch(`${first.url}/health`)).status).toBe(200);

    adas.play([0x90, 60, 100]);
    expect((await bobs.take('midiMessage')).body.data.length).toBeGreaterThan(0);
    const ticket = await one.data<{ ws_url: string }>('POST', '/api/auth/websocket-ticket', {}, ada.token);
    const refused = await fetch(ticket.ws_url.replace('ws', 'http'), {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    }).catch(() => undefined);
    expect(refused?.status ?? 500).toBeGreaterThanOrEqual(400);
    expect(await one.loginStatus('ada')).toBe(500);
    expect((await one.call('GET', '/api/users/profile', undefined, ada.token)).status).toBe(200);

    await redis[recovery]();
    for (const { url } of [first, second]) await expect.poll(() => ready(url), poll).toBe(200);
    expect(await one.loginStatus('ada')).toBe(200);
    const again = await two.connect(bob.token);
    await again.sync();
    await adas.sync();
    for (const process of [first, second]) expect(await end(process, 'SIGTERM')).toBe(0);
    for (const { out } of [first, second]) expect(out.stdout + out.stderr).not.toContain(redis.password);
  });
}
