import { expect, test } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { firstToAnswer, overAddresses } from './addresses.ts';
import type { SocketHandlers } from './socket.ts';
import { wrongKey, wrongKeyCode } from './wrong-key.ts';

const local = 'https://192.168.1.5:7420';
const other = 'https://10.0.0.5:7420';
const outside = 'https://45.90.10.1:7420';

/** Servers that answer or fail when the test says so. */
function servers() {
  const clock = new FakeClock(0);
  const asked: string[] = [];
  const aborted: string[] = [];
  const settle = new Map<string, (error?: Error) => void>();
  const probe = (origin: string, signal: AbortSignal) => {
    asked.push(origin);
    return new Promise<void>((resolve, reject) => {
      settle.set(origin, (error) => (error === undefined ? resolve() : reject(error)));
      signal.addEventListener('abort', () => aborted.push(origin));
    });
  };
  const race = (...origins: string[]) => firstToAnswer(origins, probe, clock);
  /** Lets time pass, and everything go on that waits for nothing but promises. */
  const pass = async (ms: number) => {
    await clock.advance(ms);
  };
  const answer = async (origin: string, error?: Error) => {
    settle.get(origin)?.(error);
    await pass(0);
  };
  return { race, asked, aborted, answer, pass };
}

test('R16.11: addresses are tried 250 ms apart, those of the local network first, and the first that answers wins', async () => {
  const { race, asked, aborted, answer, pass } = servers();
  const winner = race(outside, local, other);
  expect(asked).toEqual([local]);
  await pass(249);
  expect(asked).toEqual([local]);
  await pass(1);
  expect(asked).toEqual([local, other]);
  await pass(250);
  expect(asked).toEqual([local, other, outside]);
  await answer(other);
  expect(await winner).toBe(other);
  expect(aborted).toEqual(expect.arrayContaining([local, outside]));
});

test('R16.11: an address that fails lets the next one begin at once', async () => {
  const { race, asked, answer } = servers();
  const winner = race(outside, local);
  await answer(local, new Error('refused'));
  expect(asked).toEqual([local, outside]);
  await answer(outside);
  expect(await winner).toBe(outside);
});

test('R16.11: a local address may still win for 250 ms after a public one has answered', async () => {
  const { race, answer, pass } = servers();
  const [near, far] = [race(outside, local), servers()];
  await pass(250);
  await answer(outside);
  await pass(249);
  await answer(local);
  expect(await near).toBe(local);
  const away = far.race(outside, local);
  await far.pass(250);
  await far.answer(outside);
  await far.pass(250);
  expect(await away).toBe(outside);
});

test('R16.12: another key never wins, and counts as the answer only if every address has one', async () => {
  const { race, answer } = servers();
  const found = race(local, outside);
  await answer(local, wrongKey());
  await answer(outside);
  expect(await found).toBe(outside);

  const lost = servers();
  const nobody = lost.race(local, outside);
  await lost.answer(local, wrongKey());
  await lost.answer(outside, new Error('no answer'));
  await expect(nobody).rejects.toThrow('no answer');

  const strangers = servers();
  const everywhere = strangers.race(local, outside);
  await strangers.answer(local, wrongKey());
  await strangers.answer(outside, wrongKey());
  await expect(everywhere).rejects.toMatchObject({ code: wrongKeyCode });
});

test('R16.13: requests and sockets keep to the address that answered, until it fails; then it is looked for again', async () => {
  let reachable = local;
  const urls: string[] = [];
  const probes: string[] = [];
  const sockets: SocketHandlers[] = [];
  const { exchange, openSocket } = overAddresses(
    [outside, local],
    async (origin) => {
      probes.push(origin);
      if (origin !== reachable) throw new Error('no answer');
    },
    {
      async exchange({ url }) {
        urls.push(url);
        if (!url.startsWith(reachable)) throw new Error('no answer');
        return { status: 200, text: '' };
      },
      openSocket(_url, handlers) {
        sockets.push(handlers);
        return { send() {}, close() {}, abandon() {} };
      },
    },
    new FakeClock(0),
  );
  const ask = () =>
    exchange({ method: 'GET', url: `${outside}/api/rooms?page=2`, headers: {}, body: undefined, timeoutMs: 1_000 });
  await Promise.all([ask(), ask()]);
  expect(urls).toEqual([`${local}/api/rooms?page=2`, `${local}/api/rooms?page=2`]);
  expect(probes).toEqual([local]);
  // The laptop is carried out of the house: its socket ends, and the next request finds the server outside.
  const codes: number[] = [];
  openSocket('wss://192.168.1.5:7420/api/websocket/x', { frame() {}, closed: (code) => codes.push(code) });
  reachable = outside;
  sockets[0]?.closed(1006);
  expect(codes).toEqual([1006]);
  await ask();
  expect(urls.at(-1)).toBe(`${outside}/api/rooms?page=2`);
  // And back again, which a failed request shows.
  reachable = local;
  await expect(ask()).rejects.toThrow('no answer');
  await ask();
  expect(urls.at(-1)).toBe(`${local}/api/rooms?page=2`);
});
