import type { AddressInfo } from 'node:net';
import { encodeFrame, type Outgoing, writeDatagram } from '@roomtone/protocol';
import { Registry } from 'prom-client';
import { describe, expect, test, vi } from 'vitest';
import { createProcessMetrics } from '../../src/adapters/process-metrics.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { createLiveApp } from '../support/live-app.ts';
import { MemoryDatagrams } from '../support/memory-datagrams.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** The samples by name and labels as written, `name{label="value"}`. */
async function read(app: Pick<TestApp, 'call' | 'clock'>): Promise<ReadonlyMap<string, number>> {
  // The text that was rendered for an earlier request is reused for a second.
  app.clock.advance(1_000);
  const { status, text, headers } = await app.call('GET', '/metrics');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const [, name = '', value] = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      expect([line, name]).toEqual([line, expect.stringMatching(/./)]);
      return [name, Number(value)];
    }),
  );
}

test('S21.6: /metrics is in the Prometheus text format and has process metrics', async () => {
  const app = await createTestApp({ deps: { processMetrics: createProcessMetrics() } });
  const samples = await read(app);
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes']) {
    expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
  }
  expect(samples.get('roomtone_tcp_nodelay')).toBe(1);
  expect([...samples.keys()].filter((name) => name.startsWith('nodejs_eventloop'))).toEqual([
    'nodejs_eventloop_lag_seconds',
  ]);
  const { text } = await app.call('GET', '/metrics');
  const names = Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('S21.6: every figure has the name of its process if that has one', async () => {
  const samples = await read(await createTestApp({ deps: { instance: () => 'server-1' } }));
  expect(samples.get('roomtone_connections{instance="server-1"}')).toBe(0);
  for (const name of samples.keys()) expect(name).toContain('instance="server-1"');
  expect((await read(await createTestApp())).get('roomtone_connections')).toBe(0);
});

test('dropped log lines are counted', async () => {
  let dropped = 0;
  const app = await createTestApp({ deps: { droppedLogLines: () => dropped } });
  expect((await read(app)).get('roomtone_log_lines_dropped_total')).toBe(0);
  dropped = 3;
  expect((await read(app)).get('roomtone_log_lines_dropped_total')).toBe(3);
});

test('S21.6: HTTP durations are counted by route, so that made-up URLs add no samples', async () => {
  const app = await createTestApp();
  for (const room of ['one', 'two']) await app.call('GET', `/api/v1/rooms/${room}?x=${room}`);
  await app.call('GET', '/api/rooms');
  for (const path of ['/api/made-up', '/api/rooms/1/2/3', '/%zz']) await app.call('POST', path);
  await app.call('PATCH', '/api/rooms');
  const samples = await read(app);
  const count = (labels: string) => samples.get(`roomtone_http_request_duration_seconds_count{${labels}}`);
  expect(count('method="GET",route="/api/rooms/:room_id",status="404"')).toBe(2);
  expect(count('method="GET",route="/api/rooms",status="200"')).toBe(1);
  expect(count('method="any",route="none",status="404"')).toBe(3);
  expect([...samples.keys()].filter((name) => /made-up|PATCH|rooms.(one|two|1)|zz/.test(name))).toEqual([]);
});

test('S21.6: connections, rooms, received, delivered and dropped notes, relay latency and ticket failures are counted', async () => {
  const app = await createLiveApp();
  const [ada, grace] = [await app.register('ada'), await app.register('grace')];
  const { body } = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const testPlayers = [await app.connect(ada.token), await app.connect(grace.token)] as const;
  for (const testPlayer of testPlayers) {
    testPlayer.send({ kind: 'joinRoomCommand', body: { roomId: body.data.room_id, password: '' } });
    await testPlayer.take('roomJoined');
  }
  const [player, listener] = testPlayers;
  const data = new Uint8Array([0x90, 60, 100, 0x80, 60, 0]);
  player.send({ kind: 'midiMessage', body: { startTime: 0, offsets: [0, 10], data } });
  await listener.take('midiMessage');
  await player.sync();
  const { port } = app.app.server.address() as AddressInfo;
  await new TestPlayer(`ws://127.0.0.1:${port}/api/websocket/made-up`).closed;
  const samples = await read(app);
  const values = ['connections', 'rooms', 'notes_in_total', 'notes_delivered_total', 'slow_consumers_closed_total'];
  expect(values.map((name) => samples.get(`roomtone_${name}`))).toEqual([2, 1, 2, 2, 0]);
  expect(samples.get('roomtone_notes_dropped_total{reason="quota"}')).toBe(0);
  expect(samples.get('roomtone_notes_dropped_total{reason="slow_reader"}')).toBe(0);
  for (const reason of ['quota', 'invalid'])
    expect(samples.get(`roomtone_datagrams_refused_total{reason="${reason}"}`)).toBe(0);
  expect(samples.get('roomtone_ticket_failures_total')).toBe(1);
  expect(samples.get('roomtone_relay_latency_seconds_count')).toBe(1);
  expect(samples.get('roomtone_event_loop_delay_seconds_count')).toEqual(expect.any(Number));
  expect(samples.get('roomtone_relay_latency_seconds_bucket{le="+Inf"}')).toBe(1);
  player.socket.close();
  await vi.waitFor(async () => expect((await read(app)).get('roomtone_connections')).toBe(1));
});

test('S21.6: datagrams received, sent and lost, and the messages that they brought first or not at all, are counted', async () => {
  const network = new MemoryDatagrams();
  const app = await createLiveApp({ deps: { datagrams: network } });
  const [ada, grace] = [await app.register('ada'), await app.register('grace')];
  const { body } = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const [player, other] = [await app.connect(ada.token), await app.connect(grace.token)];
  for (const each of [player, other]) {
    each.send({ kind: 'joinRoomCommand', body: { roomId: body.data.room_id, password: '' } });
    await each.take('roomJoined');
  }
  const client = network.client();
  player.send({ kind: 'datagramOffer', body: client.offer, requestId: 1 });
  client.connect((await player.take('datagramAnswer')).body);

  const note = (noteNumber: number): Outgoing => ({
    kind: 'midiMessage',
    body: { startTime: 0, offsets: [0], data: new Uint8Array([0x90, 60, 100]) },
    noteNumber,
  });
  const numbers = Array.from({ length: 36 }, (_, index) => index + 1);
  // The datagram with message 3 is lost.
  for (const number of numbers.filter((each) => each !== 3))
    client.send(writeDatagram({ number, frames: [encodeFrame(note(number))] }));
  for (const number of numbers) player.send(note(number));
  await player.sync();
  other.play([0x90, 60, 100]);
  await player.take('midiMessage');
  expect((await read(app)).get('roomtone_datagram_channels')).toBe(1);
  client.close();
  const samples = await read(app);
  const values = ['datagrams_received', 'datagrams_lost', 'notes_sooner', 'notes_repaired'];
  expect(values.map((name) => samples.get(`roomtone_${name}_total`))).toEqual([35, 1, 2, 1]);
  expect(samples.get('roomtone_datagram_channels')).toBe(0);
  expect(client.received.length).toBeGreaterThan(0);
  expect(samples.get('roomtone_datagrams_sent_total')).toBe(client.received.length);
});

test('S21.7: if ROOMTONE_METRICS_TOKEN is set, /metrics requires it as a Bearer token', async () => {
  const { call, register } = await createTestApp({ deps: { metricsToken: 'for-the-monitor' } });
  const { token } = await register('ada');
  const statusWith = async (authorization?: string) =>
    (await call('GET', '/metrics', authorization === undefined ? {} : { headers: { authorization } })).status;
  expect(await statusWith('Bearer for-the-monitor')).toBe(200);
  const refused = [undefined, '', 'Bearer ', 'Bearer for-the-monito', 'Basic for-the-monitor', `Bearer ${token}`];
  for (const each of refused) expect([each, await statusWith(each)]).toEqual([each, 401]);
});

describe('S21.7: without a token, /metrics and /health/detailed answer only private networks', () => {
  const paths = ['/metrics', '/health/detailed'];

  test.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:10.0.0.1', 200],
    ['10.255.255.255', 200],
    ['172.16.0.1', 200],
    ['172.31.255.255', 200],
    ['192.168.255.255', 200],
    ['169.254.1.1', 200],
    ['fd00::1', 200],
    ['fe80::1', 200],
    ['9.255.255.255', 403],
    ['11.0.0.0', 403],
    ['172.15.255.255', 403],
    ['172.32.0.0', 403],
    ['192.167.255.255', 403],
    ['192.169.0.0', 403],
    ['100.64.0.1', 403],
    ['::ffff:203.0.113.9', 403],
    ['2001:db8::1', 403],
    ['64:ff9b::a00:1', 403],
    ['unknown', 403],
    ['127.1', 403],
  ])('a client at %s gets %d', async (address, expected) => {
    const { call } = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.2' } });
    const { call: proxied } = await createTestApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
    for (const path of paths) {
      const { status, body } = await proxied('GET', path, { headers: { 'x-forwarded-for': address } });
      expect([path, status]).toEqual([path, expected]);
      if (expected === 403) expect(body.error.details.reason).toBe('address');
      // With an address that the client has made up in front.
      const madeUp = { 'x-forwarded-for': `10.0.0.1, ${address}` };
      expect([path, (await proxied('GET', path, { headers: madeUp })).status]).toEqual([path, expected]);
      // Through a proxy that is not trusted, whose own address is this machine's.
      expect((await call('GET', path, { headers: { 'x-forwarded-for': address } })).status).toBe(403);
    }
  });

  test('a proxy that shows itself by nothing is recognised by the name that its clients ask for', async () => {
    const { call, logLines } = await createTestApp({ env: { ROOMTONE_PUBLIC_URL: 'https://music.example.org' } });
    const status = async (host: string) => (await call('GET', '/metrics', { headers: { host } })).status;
    for (const host of ['music.example.org', '203.0.113.9', '[2001:db8::1]:7420']) {
      expect([host, await status(host)]).toEqual([host, 403]);
    }
    // From then on it hides behind no name that a client makes up.
    const names = ['localhost:7420', '192.168.1.5', '[::1]:7420'];
    for (const host of names) expect([host, await status(host)]).toEqual([host, 403]);
    expect(logLines.filter((line) => line.includes('ROOMTONE_TRUST_PROXY'))).toHaveLength(1);
    const direct = await createTestApp();
    for (const host of names) {
      expect([host, (await direct.call('GET', '/metrics', { headers: { host } })).status]).toEqual([host, 200]);
    }
  });

  test('a proxy shows itself by any of the usual headers', async () => {
    for (const path of paths) {
      const { call } = await createTestApp();
      expect((await call('GET', path)).status).toBe(200);
      for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'])
        expect([name, (await call('GET', path, { headers: { [name]: 'localhost' } })).status]).toEqual([name, 403]);
    }
  });

  test('with a token set, the address does not matter', async () => {
    const token = 'for-the-monitor';
    const { call } = await createTestApp({
      env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' },
      deps: { metricsToken: token },
    });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (const path of paths) {
      expect((await call('GET', path, { token, headers })).status).toBe(200);
      for (const local of [{}, headers]) expect((await call('GET', path, { headers: local })).status).toBe(401);
    }
  });
});

describe('S21.8: figures about the server cannot be used to exhaust it', () => {
  test('requests are counted, also refused ones', async () => {
    const { call } = await createTestApp({
      env: { ROOMTONE_TRUST_PROXY: '127.0.0.1', ROOMTONE_RATE_LIMIT_GENERAL: '30' },
    });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const flood = await Promise.all(Array.from({ length: 30 }, () => call('GET', '/metrics', { headers })));
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([403]));
    for (const path of ['/metrics', '/health/detailed'])
      expect((await call('GET', path, { headers })).status).toBe(429);
    // Somebody else's monitor goes on meanwhile.
    expect((await call('GET', '/metrics', { headers: { 'x-forwarded-for': '10.0.0.7' } })).status).toBe(200);
  });

  test('the database and Redis are tried once a second, however many ask', async () => {
    const userById = vi.fn(async () => undefined);
    const probeRedis = vi.fn(async () => 'PONG');
    const { call, clock } = await createTestApp({
      deps: { storage: { ...openMemoryStorage(), userById }, probeRedis },
    });
    const flood = () => Promise.all(Array.from({ length: 20 }, () => call('GET', '/health/detailed')));
    await flood();
    clock.advance(999);
    await flood();
    expect([userById.mock.calls.length, probeRedis.mock.calls.length]).toEqual([1, 1]);
    clock.advance(1);
    await flood();
    expect([userById.mock.calls.length, probeRedis.mock.calls.length]).toEqual([2, 2]);
  });
});

test('S21.6: /metrics is rendered at most once a second for all clients with the token', async () => {
  const token = 'for-the-monitor';
  const get = vi.fn(async () => ({ name: 'x', help: 'x', type: 'gauge', values: [], aggregator: 'sum' }));
  const processMetrics = new Registry();
  processMetrics.registerMetric({ name: 'x', get } as never);
  const { call, clock } = await createTestApp({ deps: { metricsToken: token, processMetrics } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/metrics', { token })));
  clock.advance(999);
  answers.push(await call('GET', '/metrics', { token }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(get).toHaveBeenCalledTimes(1);
  expect((await call('GET', '/metrics', { token: 'another' })).status).toBe(401);
  clock.advance(1);
  await call('GET', '/metrics', { token });
  expect(get).toHaveBeenCalledTimes(2);
});
