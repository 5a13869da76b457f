import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { HeldUpConnections } from '../../src/http/plugins/held-up-connections.ts';
import { RefusedAddresses } from '../../src/http/plugins/refused-addresses.ts';
import { listen, openSocket, readToEnd } from '../support/raw-http.ts';
import { createTestApp } from '../support/test-app.ts';

afterEach(() => {
  vi.useRealTimers();
});

const { count, windowMs, waiting, connectionsPerSecond } = serverLimits.heldUp;

describe('S10.17: an address that goes on asking although it is refused is held up', () => {
  const address = '192.0.2.1';

  function createAddresses() {
    let nowMs = 0;
    const addresses = new RefusedAddresses(() => nowMs);
    const advance = (ms: number) => {
      nowMs += ms;
    };
    const refuse = (times: number) => {
      let isHeldUp = false;
      for (let index = 0; index < times; index++) isHeldUp = addresses.refuse(address);
      return isHeldUp;
    };
    return { addresses, advance, refuse };
  }

  test('from a hundred refusals on, while others are not', () => {
    const { addresses, refuse } = createAddresses();
    expect([addresses.isAny, refuse(count - 1), addresses.isHeldUp(address)]).toEqual([false, false, false]);
    expect([refuse(1), addresses.isHeldUp(address), addresses.isHeldUp('192.0.2.2')]).toEqual([true, true, false]);
  });

  test('but not by ten a second, however long', () => {
    const { advance, refuse } = createAddresses();
    for (let index = 0; index < 10 * count; index++) {
      expect(refuse(1)).toBe(false);
      advance(windowMs / count);
    }
  });

  test('until ten seconds after it has stopped, however often it was refused', () => {
    const { addresses, advance, refuse } = createAddresses();
    refuse(10 * count);
    advance(windowMs);
    addresses.forgetOld();
    expect(addresses.isHeldUp(address)).toBe(true);
    advance(1);
    expect(addresses.isHeldUp(address)).toBe(false);
    advance(windowMs);
    addresses.forgetOld();
    expect(addresses.isAny).toBe(false);
  });
});

describe('S10.17: new connections of such an address', () => {
  class FakeSocket extends EventEmitter {
    destroyed = false;
    destroy(): void {
      this.destroyed = true;
      this.emit('close');
    }
  }

  function createConnections() {
    vi.useFakeTimers();
    const begun: number[] = [];
    const connections = new HeldUpConnections();
    const add = (number: number, address = 'a') => {
      const socket = new FakeSocket();
      connections.add(address, socket as unknown as Socket, () => begun.push(number));
      return socket;
    };
    return { begun, add };
  }

  test('are served fifty a second, in order, those of each address by themselves', () => {
    const { begun, add } = createConnections();
    for (const number of [1, 2, 3]) add(number);
    add(10, 'b');
    vi.advanceTimersByTime(1_000 / connectionsPerSecond - 1);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(begun).toEqual([1, 10]);
    vi.advanceTimersByTime(1_000);
    expect(begun).toEqual([1, 10, 2, 3]);
    add(4);
    vi.advanceTimersByTime(1_000 / connectionsPerSecond);
    expect(begun).toEqual([1, 10, 2, 3, 4]);
  });

  test('are closed immediately while 64 wait; those that give up make room', () => {
    const { begun, add } = createConnections();
    const sockets = Array.from({ length: waiting }, (_, index) => add(index));
    expect(add(100).destroyed).toBe(true);
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
    // Nothing else listens for its errors.
    sockets[0]?.emit('error', new Error('ECONNRESET'));
    sockets[0]?.destroy();
    expect([add(101).destroyed, add(102).destroyed]).toEqual([false, true]);
    vi.advanceTimersByTime(10_000);
    expect([begun.length, begun[0], begun.at(-1)]).toEqual([waiting, 1, 101]);
  });
});

const rooms = (address = '192.0.2.1') =>
  `GET /api/rooms HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;

/** Sends requests on one connection, each after the answer to the one before, until the server closes it. */
async function askUntilClosed(port: number, request: string): Promise<string[]> {
  const socket = await openSocket(port);
  const answers: string[] = [];
  socket.setEncoding('latin1').on('data', (answer: string) => {
    answers.push(answer.split('\r\n\r\n')[0] ?? '');
    socket.write(request);
  });
  socket.on('error', () => {});
  socket.write(request);
  await new Promise((resolve) => socket.once('close', resolve));
  return answers;
}

const statusOf = (answer: string | undefined) => answer?.split(' ')[1];

test('S10.17: its connection is closed with the refusal; a new one waits and is answered, and others do not wait', async () => {
  const { app } = await createTestApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '1' } });
  const port = await listen(app);
  const answers = await askUntilClosed(port, rooms());
  // A few more than a hundred, because meanwhile some were forgotten.
  expect(answers.length).toBeGreaterThan(count);
  expect([statusOf(answers[0]), statusOf(answers.at(-1))]).toEqual(['200', '429']);
  expect(answers.filter((answer) => /^connection: close$/im.test(answer))).toEqual([answers.at(-1)]);
  const again = await openSocket(port);
  again.write(rooms());
  expect(statusOf(await readToEnd(again))).toBe('429');
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  onTestFinished(() => void other.destroy());
  const answer = new Promise<string>((resolve) => other.once('data', (chunk) => resolve(chunk.toString('latin1'))));
  other.write(rooms());
  expect(statusOf(await answer)).toBe('200');
});

test('S10.17: a trusted proxy is not held up for one of its clients', async () => {
  const { app } = await createTestApp({
    env: { ROOMTONE_RATE_LIMIT_GENERAL: '1', ROOMTONE_TRUST_PROXY: '127.0.0.1' },
  });
  const port = await listen(app);
  await askUntilClosed(port, rooms());
  const sockets = await Promise.all(Array.from({ length: waiting + 6 }, () => openSocket(port)));
  const answers = sockets.map((socket, index) => {
    socket.write(rooms(`198.51.100.${index}`).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    return readToEnd(socket);
  });
  expect(new Set((await Promise.all(answers)).map(statusOf))).toEqual(new Set(['200']));
});
