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

const everyMs = 1_000;
/** What a slow reader takes in that time. */
const sipBytes = 100;
/** The largest answer there is. */
export const largeAnswer = '/docs/swagger-ui-bundle.js';
/** The one that takes the most work. */
export const costlyAnswer = '/docs/openapi.json';

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
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests);
  switch (kind) {
    case 'headers that dribble':
      socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      return setInterval(() => socket.write('x'), everyMs);
    case 'bodies that dribble': {
      const type = 'Content-Type: application/json\r\nContent-Length: 60000';
      socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n{"username":"`);
      return setInterval(() => socket.write('x'), everyMs);
    }
    case 'answers nobody reads':
      socket.pause();
      socket.write(get(largeAnswer));
      return undefined;
    case 'pipelined requests':
      socket.pause();
      socket.write(get(costlyAnswer));
      return undefined;
    case 'answers read slowly':
      socket.pause();
      socket.write(get(largeAnswer));
      return setInterval(() => socket.read(sipBytes), everyMs);
    case 'silence':
      return undefined;
  }
}
