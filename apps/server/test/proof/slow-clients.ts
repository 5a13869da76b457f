import { connect, type Socket } from 'node:net';
import type { Route } from './raw-request.ts';

/** Kinds of slow HTTP clients, each with a client address of its own. */
export const slowKinds = [
  'trickling headers',
  'trickling bodies',
  'answers never read',
  'answers read slowly',
  'pipelined requests',
  'silence',
] as const;

export type SlowKind = (typeof slowKinds)[number];

/** The number of clients of one kind. */
export interface SlowClients {
  readonly kind: SlowKind;
  readonly count: number;
  /** The number of requests that each client sends without reading an answer. */
  readonly requests: number;
}

const everyMs = 1_000;
/** The bytes that a slow reader reads in that time. */
const slowReadBytes = 100;
/** The largest answer of the server. */
export const largeAnswer = '/docs/api/swagger-ui-bundle.js';
/** The answer that takes the most work. */
export const costlyAnswer = '/docs/openapi.json';

/** Starts a slow client, which runs until its socket closes; returns a function that stops it. */
export function startSlowClient(kind: SlowKind, requests: number, { port, from = '127.0.0.1' }: Route): () => void {
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
    case 'trickling headers':
      socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
      return setInterval(() => socket.write('x'), everyMs);
    case 'trickling bodies': {
      const type = 'Content-Type: application/json\r\nContent-Length: 60000';
      socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n{"username":"`);
      return setInterval(() => socket.write('x'), everyMs);
    }
    case 'answers never read':
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
      return setInterval(() => socket.read(slowReadBytes), everyMs);
    case 'silence':
      return undefined;
  }
}
