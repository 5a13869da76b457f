import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { OpenSocket, Socket } from './socket.ts';
import { openSocket as openInBrowser } from './socket-browser.ts';
import { openSocket as openInNode } from './socket-node.ts';

let server: WebSocketServer;
let url = '';

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The client's and the server's ends of one connection. */
async function connect(open: OpenSocket) {
  const frames: Uint8Array[] = [];
  const waiting: ((frame: Uint8Array) => void)[] = [];
  const codes: number[] = [];
  let tellClosed: (code: number) => void = () => {};
  const closed = new Promise<number>((resolve) => {
    tellClosed = resolve;
  });
  const accepted = once(server, 'connection') as Promise<[WebSocket, { headers: Record<string, string> }]>;
  const socket: Socket = open(url, {
    frame: (bytes) => {
      frames.push(bytes);
      waiting.shift()?.(bytes);
    },
    closed: (code) => {
      codes.push(code);
      tellClosed(code);
    },
  });
  const [peer, request] = await accepted;
  // The server may send first, and the client's end is open only once it has received the handshake.
  const nextFrame = () => new Promise<Uint8Array>((resolve) => waiting.push(resolve));
  const first = nextFrame();
  peer.send(Uint8Array.of(0));
  await first;
  return { socket, peer, request, frames, nextFrame, closed, codes };
}

// Node has a WebSocket like that of browsers, so the browser implementation can be tested here, too.
describe.each([
  ['Node', openInNode],
  ['browsers', openInBrowser],
])('the socket of %s', (_name, open) => {
  test('carries frames both ways, whole, each in a plain byte array of its own', async () => {
    const { socket, peer, nextFrame, closed } = await connect(open);
    const received = once(peer, 'message');
    socket.send(Uint8Array.of(1, 2, 3));
    expect([...((await received)[0] as Buffer)]).toEqual([1, 2, 3]);
    const frame = nextFrame();
    peer.send(Uint8Array.of(9, 8));
    const bytes = await frame;
    expect([bytes.constructor, [...bytes], bytes.buffer.byteLength]).toEqual([Uint8Array, [9, 8], 2]);
    socket.close();
    await closed;
  });

  test('reassembles a fragmented frame', async () => {
    const { socket, peer, nextFrame, closed } = await connect(open);
    const frame = nextFrame();
    peer.send(Uint8Array.of(1, 2), { fin: false, binary: true });
    peer.send(Uint8Array.of(3), { fin: false, binary: true });
    peer.send(Uint8Array.of(4), { fin: true, binary: true });
    expect([...(await frame)]).toEqual([1, 2, 3, 4]);
    socket.close();
    await closed;
  });

  test('accepts a frame of 1 MiB', async () => {
    const { socket, peer, nextFrame, closed } = await connect(open);
    const frame = nextFrame();
    peer.send(new Uint8Array(1024 * 1024));
    expect((await frame).byteLength).toBe(1024 * 1024);
    socket.close();
    await closed;
  });

  test.each([1001, 4400, 4401, 4409, 4429])('reports close code %i', async (code) => {
    const { peer, closed, codes } = await connect(open);
    peer.close(code);
    await expect(closed).resolves.toBe(code);
    expect(codes).toEqual([code]);
  });

  test('reports 1006 for a connection that breaks off', async () => {
    const { peer, closed } = await connect(open);
    peer.terminate();
    await expect(closed).resolves.toBe(1006);
  });

  test('closes with 1000 and drops frames sent afterwards', async () => {
    const { socket, peer } = await connect(open);
    const closed = once(peer, 'close');
    socket.close();
    socket.send(Uint8Array.of(1));
    expect((await closed)[0]).toBe(1000);
  });

  test('an abandoned connection also ends for the server', async () => {
    const { socket, peer } = await connect(open);
    const closed = once(peer, 'close');
    socket.abandon();
    expect([1005, 1006]).toContain((await closed)[0]);
  });

  test('reports 1006 once for an address where nobody listens', async ({ skip }) => {
    const unused = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    await new Promise((resolve) => unused.close(resolve));
    const unlikeBrowsers = open === openInBrowser && (await refusalCode(port)) !== 1006;
    skip(unlikeBrowsers, 'the WebSocket of this Node does not report 1006 for a refused connection as browsers do');
    const code = await new Promise((resolve) => {
      open(`ws://127.0.0.1:${port}`, { frame: () => {}, closed: resolve });
    });
    expect(code).toBe(1006);
  });

  test('ignores text frames', async () => {
    const { socket, peer, frames, nextFrame, closed } = await connect(open);
    const frame = nextFrame();
    peer.send('hello');
    peer.send(Uint8Array.of(7));
    expect([...(await frame)]).toEqual([7]);
    expect(frames).toHaveLength(2);
    socket.close();
    await closed;
  });
});

/**
 * The code Node's own WebSocket reports: 1002 in earlier releases of 24, and none before, because it is never closed.
 */
async function refusalCode(port: number): Promise<number | undefined> {
  const refused = new globalThis.WebSocket(`ws://127.0.0.1:${port}`);
  const code = new Promise<number>((resolve) => {
    refused.onclose = (event) => resolve(event.code);
  });
  await once(refused, 'error');
  return refused.readyState === globalThis.WebSocket.CLOSED ? code : undefined;
}

test('no compression is offered in Node', async () => {
  const { socket, request, closed } = await connect(openInNode);
  expect(request.headers['sec-websocket-extensions']).toBeUndefined();
  socket.close();
  await closed;
});
