import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { serverLimits } from '../../domain/server-limits.ts';
import { isStunQuestion } from './stun-answer.ts';
import { createStunResponder } from './stun-responder.ts';

const question = Buffer.from('000100002112a442b7e7a701bc34d686fa87dfae', 'hex');
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A UDP port that was free a moment ago. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

async function responder(isKnown: boolean | ((address: string) => boolean)) {
  const port = await freePort();
  const counters = { stunAnswered: 0, stunRefused: 0 };
  const asked: string[] = [];
  const time = { us: 5_000_000 };
  const stun = createStunResponder({
    host: '127.0.0.1',
    port: () => port,
    isKnown: (address) => {
      asked.push(address);
      return typeof isKnown === 'boolean' ? isKnown : isKnown(address);
    },
    counters,
    nowUs: () => time.us,
    onMissing: (error) => {
      throw error;
    },
  });
  stun.open();
  stun.open();
  const client = createSocket('udp4').bind(0, '127.0.0.1');
  await once(client, 'listening');
  closing.push(
    () => stun.close(),
    () => client.close(),
  );
  const answers: Buffer[] = [];
  client.on('message', (bytes) => answers.push(bytes));
  const ask = (bytes = question) => client.send(bytes, port, '127.0.0.1');
  const stranger = createSocket('udp4').bind(0, '127.0.0.2');
  await once(stranger, 'listening');
  closing.push(() => stranger.close());
  const flood = async (count: number) => {
    const sending = Array.from(
      { length: count },
      () => new Promise<void>((resolve) => stranger.send(question, port, '127.0.0.1', () => resolve())),
    );
    await Promise.all(sending);
  };
  return { counters, asked, time, client, answers, ask, flood };
}

test('R25.4: a participant learns the address and port that they are reached at', async () => {
  const { client, answers, ask, counters, asked } = await responder(true);
  expect(isStunQuestion(question)).toBe(true);
  ask();
  await expect.poll(() => answers).toHaveLength(1);
  const { port } = client.address();
  expect((answers[0]?.readUInt16BE(26) ?? 0) ^ 0x2112).toBe(port);
  expect(asked).toEqual(['127.0.0.1']);
  expect(counters).toEqual({ stunAnswered: 1, stunRefused: 0 });
});

test('R25.4: a stranger, and what is no question, get no answer', async () => {
  const stranger = await responder(false);
  stranger.ask();
  await expect.poll(() => stranger.counters.stunRefused).toBe(1);
  const known = await responder(true);
  known.ask(Buffer.from('hello'));
  await expect.poll(() => known.counters.stunRefused).toBe(1);
  expect([...stranger.answers, ...known.answers]).toEqual([]);
});

test('R25.4: a stranger’s flood takes no answer from a participant', async () => {
  const { ask, counters, answers, flood } = await responder((address) => address === '127.0.0.1');
  const most = 2_000;
  for (let sent = 0; sent < most; sent += 100) {
    await flood(100);
    ask();
    await expect.poll(() => answers.length).toBe(sent / 100 + 1);
  }
  expect(counters.stunAnswered).toBe(most / 100);
  expect(counters.stunRefused).toBeGreaterThan(0);
});

test('R25.4: an address gets 20 answers a second', async () => {
  const { ask, counters, time } = await responder(true);
  for (let sent = 0; sent < 30; sent++) ask();
  await expect.poll(() => counters.stunAnswered + counters.stunRefused).toBe(30);
  expect(counters).toEqual({ stunAnswered: serverLimits.stun.perSecond, stunRefused: 10 });
  time.us += 1_000_000;
  ask();
  await expect.poll(() => counters.stunAnswered).toBe(serverLimits.stun.perSecond + 1);
});
