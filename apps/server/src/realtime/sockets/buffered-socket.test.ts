import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { PacedWork } from '../../application/paced-work.ts';
import { BufferedSocket } from './buffered-socket.ts';
import { ClosingSocket } from './closing-socket.ts';
import { EventLoopTurn } from './event-loop-turn.ts';
import { emptyFrame } from './web-socket-frame.ts';

/** A buffered socket over a real TCP socket, and its reader. */
async function open() {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    WebSocket: ClosingSocket,
  });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reader = new WebSocket(`ws://127.0.0.1:${port}`);
  onTestFinished(() => reader.terminate());
  const [[webSocket, request]] = (await Promise.all([once(server, 'connection'), once(reader, 'open')])) as [
    [WebSocket, IncomingMessage],
    unknown,
  ];
  const buffered = new BufferedSocket(
    { webSocket, stream: request.socket, reached: [], address: '', addressBlock: '' },
    0,
    {
      turn: new EventLoopTurn(),
      paced: new PacedWork(),
      events: { onClearChange: () => {}, onEnd: () => {} },
      receiver: { onFrame: () => 'consumed' },
    },
  );
  const read: number[][] = [];
  reader.on('message', (data) => read.push([...(data as Buffer)]));
  return { buffered, webSocket, stream: request.socket, reader, read };
}

/** Sends a frame whose bytes all have the same value, as the note path does. */
function sendFilled({ buffered }: Awaited<ReturnType<typeof open>>, length: number, value: number): void {
  const frame = emptyFrame(length);
  frame.fill(value, frame.length - length);
  buffered.sendFramed(frame);
}

async function hasRead({ reader, read }: Awaited<ReturnType<typeof open>>, count: number): Promise<void> {
  while (read.length < count) await once(reader, 'message');
}

test('the first frame of a turn is written immediately, the others at its end, unchanged and in order', async () => {
  const stage = await open();
  const { stream } = stage;
  const before = stream.bytesWritten;
  const written = () => stream.bytesWritten - before;
  for (const value of [1, 2, 3]) sendFilled(stage, 5, value);
  expect(written()).toBe(7);
  await nextTurn();
  expect(written()).toBe(21);
  // The frame before was still in the turn that has ended.
  await nextTurn();
  sendFilled(stage, 5, 4);
  expect(written()).toBe(28);
  await hasRead(stage, 4);
  expect(stage.read).toEqual([1, 2, 3, 4].map((value) => new Array(5).fill(value)));
});

test('frames that wait for a reader who is behind are not changed by later frames', async () => {
  const stage = await open();
  const { stream, reader } = stage;
  reader.pause();
  const sent: number[][] = [];
  const send = (length: number) => {
    const value = (sent.length * 37) & 0xff;
    sent.push([length, value]);
    sendFilled(stage, length, value);
  };
  // Fills the kernel's buffer first, then sends short frames in turns with one and with several of them.
  while (stream.writableLength === 0) {
    send(60_000);
    await nextTurn();
  }
  for (let turn = 0; turn < 200; turn++) {
    for (let frame = 0; frame <= turn % 3; frame++) send(30 + (frame % 2));
    await nextTurn();
  }
  expect(stream.writableLength).toBeGreaterThan(0);
  reader.resume();
  await hasRead(stage, sent.length);
  const isAsSent = stage.read.map((bytes, index) => {
    const [length = 0, value] = sent[index] ?? [];
    return bytes.length === length && bytes.every((byte) => byte === value);
  });
  expect(isAsSent).toEqual(new Array(sent.length).fill(true));
});

test('frames that are due are written before the close frame, and none after it', async () => {
  const stage = await open();
  const { webSocket, stream, reader, read } = stage;
  for (const value of [1, 2, 3]) sendFilled(stage, 5, value);
  // As ws does when the client closes.
  webSocket.close(1000);
  const atClose = stream.bytesWritten;
  sendFilled(stage, 5, 4);
  await nextTurn();
  expect(stream.bytesWritten).toBe(atClose);
  await once(reader, 'close');
  expect(read).toEqual([1, 2, 3].map((value) => new Array(5).fill(value)));
});
