import type { Socket } from 'node:net';
import { serviceLimits } from '@roomtone/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadTls } from '../../src/adapters/tls/certificate.ts';
import { PacedWork } from '../../src/application/paced-work.ts';
import { HttpConnections } from '../../src/http/plugins/http-connections.ts';
import { RefusedAddresses } from '../../src/http/plugins/refused-addresses.ts';
import { RequestTurns } from '../../src/http/plugins/request-turns.ts';
import { serverTimes } from '../../src/http/plugins/server.ts';
import { listen, openSocket, readToEnd } from '../support/raw-http.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTestApp } from '../support/test-app.ts';

const bound = serviceLimits.http.connectionsPerAddress;

/** Opens this many connections, in batches, and resolves when all are established. */
async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(128, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, () => openSocket(port)))));
  }
  for (const socket of sockets) {
    socket.on('error', () => undefined).resume();
    onTestFinished(() => void socket.destroy());
  }
  return sockets;
}

const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

async function isServed(port: number): Promise<boolean> {
  const socket = await openSocket(port);
  socket.on('error', () => undefined);
  socket.write(health);
  return (await readToEnd(socket)).startsWith('HTTP/1.1 200');
}

/** The bound itself, and what it sees of a socket. */
function connectionsOf(isProxy: (address: string) => boolean) {
  const connections = new HttpConnections({
    isProxy,
    turns: new RequestTurns(),
    refusedAddresses: new RefusedAddresses(),
    paced: new PacedWork(),
    times: serverTimes,
  });
  let ports = 0;
  const socketFrom = (remoteAddress: string) => {
    const remotePort = ++ports;
    const socket = { remoteAddress, remotePort, localAddress: '::', localPort: 1, once: () => {}, destroy: () => {} };
    return socket as unknown as Socket;
  };
  return { connections, socketFrom };
}

describe(`S9.10: one address may have ${bound} connections open`, () => {
  test('the last of them is served, one more is closed immediately, and a connection that ends makes room', async () => {
    const { app } = await createTestApp();
    const port = await listen(app);
    const sockets = await openMany(port, bound - 1);
    expect(await isServed(port)).toBe(true);
    sockets.push(...(await openMany(port, 1)));
    expect(await isServed(port)).toBe(false);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    sockets[0]?.destroy();
    await expect.poll(() => isServed(port)).toBe(true);
  });

  test('on an https port every connection counts, including plain http and silent ones', async () => {
    const tls = await loadTls({ mode: 'auto' }, temporaryDirectory(), Date.now(), ['localhost']);
    const { app } = await createTestApp({ deps: tls === undefined ? {} : { tls } });
    const port = await listen(app);
    await openMany(port, bound - 1);
    expect(await isServed(port)).toBe(true);
    await openMany(port, 1);
    expect(await isServed(port)).toBe(false);
  });
});

test('S9.10: a connection that became a WebSocket does not count, and a trusted proxy, which serves many clients, may open more', () => {
  const { connections, socketFrom } = connectionsOf((address) => address === '192.0.2.9');
  const [webSocket, ...others] = Array.from({ length: bound }, () => socketFrom('192.0.2.1'));
  for (const socket of [webSocket, ...others]) expect(socket !== undefined && connections.admit(socket)).toBe(true);
  expect(connections.admit(socketFrom('192.0.2.1'))).toBe(false);
  if (webSocket !== undefined) connections.upgrade(webSocket);
  expect(connections.admit(socketFrom('192.0.2.1'))).toBe(true);
  expect(connections.admit(socketFrom('192.0.2.1'))).toBe(false);
  for (let index = 0; index <= bound; index++) expect(connections.admit(socketFrom('192.0.2.9'))).toBe(true);
});

test('S9.10: IPv6 addresses are counted by /64, IPv4 addresses one by one, whether or not they are mapped', () => {
  const { connections, socketFrom } = connectionsOf(() => false);
  const isAdmitted = (remoteAddress: string) => connections.admit(socketFrom(remoteAddress));
  for (let index = 0; index < bound; index++) {
    expect(isAdmitted(`2001:db8:1:2::${index.toString(16)}`)).toBe(true);
    expect(isAdmitted(index % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1')).toBe(true);
  }
  expect(isAdmitted('2001:db8:1:2:3:4:5:6')).toBe(false);
  expect(isAdmitted('2001:db8:1:3::1')).toBe(true);
  expect(isAdmitted('::ffff:192.0.2.1')).toBe(false);
  expect(isAdmitted('192.0.2.2')).toBe(true);
});
