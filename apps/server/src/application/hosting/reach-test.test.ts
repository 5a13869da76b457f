import { peerSdp } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { DatagramHandlers } from '../../ports/datagrams.ts';
import { type ReachNews, ReachTest, type Visitor } from './reach-test.ts';

const parameters = { iceUfrag: 'abcd', icePwd: 'p'.repeat(22), fingerprint: new Uint8Array(32).fill(7) };
const offer = peerSdp(parameters, 'actpass');
const friend: Visitor = { address: '203.0.113.9', host: '45.90.10.1:7420', reached: ['45.90.10.1'] };

function setUp({ hasDatagrams = true } = {}) {
  const channels: { handlers: DatagramHandlers; sent: Uint8Array[]; isClosed: boolean }[] = [];
  const news: ReachNews[] = [];
  const clock = { ms: 1_000_000, nowMs: () => clock.ms };
  const datagrams = {
    port: 7420,
    addresses: [],
    async accept(_offer: typeof parameters, handlers: DatagramHandlers) {
      const channel = { handlers, sent: [] as Uint8Array[], isClosed: false };
      channels.push(channel);
      const close = () => {
        channel.isClosed = true;
      };
      return { answer: parameters, channel: { send: (bytes: Uint8Array) => void channel.sent.push(bytes), close } };
    },
  };
  const reach = new ReachTest({
    datagrams: hasDatagrams ? datagrams : undefined,
    clock,
    after: () => () => {},
    isOutside: (address) => address.startsWith('203.'),
  });
  reach.onNews = (each) => news.push(each);
  return { reach, channels, news, clock };
}

test('S29.10: a visitor outside reaches the server over TCP, then over UDP, and the host hears of both', async () => {
  const { reach, channels, news } = setUp();
  const token = reach.start();
  reach.visited(token, friend);
  const answer = await reach.answer(token, friend, offer);
  expect(answer).toContain('a=candidate:1 1 udp 2130706431 45.90.10.1 7420 typ host');
  channels[0]?.handlers.message(new Uint8Array(100));
  expect(channels[0]?.sent.map((bytes) => bytes.byteLength)).toEqual([serverLimits.reachTest.echoBytes]);
  const visit = { atMs: 1_000_000, address: '203.0.113.9', isOutside: true, reachedAt: '45.90.10.1:7420' };
  expect(reach.state.visits).toEqual([{ ...visit, udp: 'reached' }]);
  expect(news).toEqual([
    { kind: 'visit', visit: { ...visit, udp: 'trying' } },
    { kind: 'visit', visit: { ...visit, udp: 'reached' } },
  ]);
  // Late reports of the page change nothing.
  reach.failed(token, friend, 'failed');
  expect(reach.state.visits[0]?.udp).toBe('reached');
});

test('S29.10: a page that hears nothing over UDP says so, and a visitor at home proves nothing', () => {
  const { reach } = setUp();
  const token = reach.start();
  reach.failed(token, { ...friend, address: '192.168.1.20' }, 'failed');
  expect(reach.state.visits).toEqual([expect.objectContaining({ isOutside: false, udp: 'failed' })]);
});

test('S29.10: a server without datagrams answers no offer', async () => {
  const { reach } = setUp({ hasDatagrams: false });
  const token = reach.start();
  reach.visited(token, friend);
  expect(await reach.answer(token, friend, offer)).toBeUndefined();
  expect(reach.state.visits[0]?.udp).toBe('none');
});

test('S29.11: there is one link at a time, for an hour', () => {
  const { reach, clock } = setUp();
  const before = reach.start();
  const token = reach.start();
  const gone = expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' });
  expect(() => reach.visited(before, friend)).toThrow(gone);
  clock.ms += serverLimits.reachTest.linkMs - 1;
  reach.visited(token, friend);
  expect(reach.state.test?.token).toBe(token);
  clock.ms += 1;
  expect(() => reach.visited(token, friend)).toThrow(gone);
  expect(reach.state.test).toBeUndefined();
  expect(reach.state.visits).toHaveLength(1);
});

test('S29.11: it has one data channel at a time, a few in all, and remembers a few visits', async () => {
  const { reach, channels } = setUp();
  const token = reach.start();
  const { offers, visits } = serverLimits.reachTest;
  for (let count = 1; count <= offers; count++) {
    const visitor = { ...friend, address: `203.0.113.${count}` };
    reach.visited(token, visitor);
    await reach.answer(token, visitor, offer);
  }
  expect(channels.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  expect(reach.state.visits).toHaveLength(visits);
  const tooMany = expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' });
  await expect(reach.answer(token, friend, offer)).rejects.toEqual(tooMany);
  for (const bad of ['', 'v=0', offer.replace('abcd', 'a')]) {
    await expect(reach.answer(token, friend, bad)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});
