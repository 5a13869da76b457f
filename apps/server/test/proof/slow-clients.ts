import { connect, type Socket } from 'node:net';
import type { Way } from './raw-request.ts';

/** Ways to be slow over HTTP, each from addresses of its own. */
export const slowKinds = [
  'headers that dribble',
  'bodies that dribble',
  'answers nobody reads',
  'answers read slowly',
  'pipelined requests',
  'silence',
] as const;

export type SlowKind = (typeof slowKinds)[number];

/** How much of each is tried. */
export interface SlowClients {
  readonly kind: SlowKind;
  readonly count: number;
  /** Of each, one after another without reading. */
  readonly requests: number;
}

const dribbleMs = 1_000;
const sipMs = 100;
const sipBytes = 512;

/** A slow client; it goes on until its socket ends, or stop() ends it. */
export function startSlowClient(kind: SlowKind, requests: number, { port, from = '127.0.0.1' }: Way): () => void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let timer: NodeJS.Timeout | undefined;
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(timer));
  socket.once('connect', () => {
    timer = behave(socket, kind, requests);
  });
  return () => socket.destroy();
}

function behave(socket: Socket, kind: SlowKind, requests: number): NodeJS.Timeout | undefined {
  const get = 'GET /docs/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  switch (kind) {
    case 'headers that dribble':
      socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      return setInterval(() => socket.write('x'), dribbleMs);
    case 'bodies that dribble': {
      const type = 'Content-Type: application/json\r\nContent-Length: 60000';
      socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n{"username":"`);
      return setInterval(() => socket.write('x'), dribbleMs);
    }
    case 'answers nobody reads':
    case 'pipelined requests':
      socket.pause();
      socket.write(get.repeat(requests));
      return undefined;
    case 'answers read slowly':
      socket.pause();
      socket.write(get.repeat(requests));
      return setInterval(() => socket.read(sipBytes), sipMs);
    case 'silence':
      return undefined;
  }
}
