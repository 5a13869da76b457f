// Refusals below Fastify: requests that Node's parser does not accept, and upgrades that the server does not offer.
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RoomtoneError, validationError } from '@roomtone/protocol';
import { errorReply } from './envelope.ts';
import { stopParsing } from './stop-parsing.ts';

/** The time that the client gets to read an answer before the connection closes. */
const lingerMs = 200;
/** The limit on sending an answer: to a client that reads nothing it would never end. */
const leaveMs = 5_000;

/**
 * Writes the error envelope to a bare connection and closes it. Anything but a RoomtoneError becomes a SERVER_ERROR without
 * details.
 */
export function refuseRaw(socket: Duplex, error: unknown, headers: Readonly<Record<string, string>> = {}): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, envelope } = errorReply(error, requestId);
  const body = JSON.stringify(envelope);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries({ 'api-version': 'v1', ...headers }).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  // The client may have disconnected already, which needs no handling.
  socket.on('error', () => undefined);
  const leaving = setTimeout(() => socket.destroy(), leaveMs).unref();
  socket.once('close', () => clearTimeout(leaving));
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
    // Closing with unread data would reset the connection, and a client that is still sending would lose the answer.
    socket.pause();
    const lingering = setTimeout(() => socket.destroy(), lingerMs);
    lingering.unref();
    socket.once('close', () => clearTimeout(lingering));
  });
}

/** Answers 400 to all that Node's parser refuses (S9.9), whatever Node would have answered. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Nothing can be written into the middle of another answer; Node keeps the one under way on the socket.
  const { _httpMessage: underWay } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  refuseRaw(socket, validationError([{ field: 'request', issue: malformedIssue(error.code) }]));
}

/** Refuses what Node would answer in its own way: an `Expect` that is not 100-continue (417), and CONNECT (no answer). */
export function refuseUnsupportedRequests(server: Server): void {
  server.on('checkExpectation', (request) => {
    stopParsing(request.socket);
    refuseRaw(request.socket, validationError([{ field: 'Expect', issue: 'is not supported' }]));
  });
  server.on('connect', (request, socket) => refuseRaw(socket, unknownPath(request.url ?? '')));
}

export function unknownPath(path: string): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nothing at this address.', { path });
}

function malformedIssue(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'has headers that are too large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'took too long to arrive';
    default:
      return 'is not valid HTTP';
  }
}
