// Refusals below Fastify: what Node's parser does not let through, and upgrades nobody offers.
import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RoomtoneError, validationError } from '@roomtone/protocol';
import { errorReply } from './envelope.ts';
import { stopParsing } from './stop-parsing.ts';

/** How long a connection stays open for a client to read an answer that has left. */
const lingerMs = 200;
/** How long an answer may take to leave: of a client that reads nothing it never does. */
const leaveMs = 5_000;

/**
 * Writes the error envelope to a bare connection and closes it. Anything but a RoomtoneError is a SERVER_ERROR without a
 * word of why.
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
  // The client may be gone already; there is nobody left to tell.
  socket.on('error', () => undefined);
  const leaving = setTimeout(() => socket.destroy(), leaveMs).unref();
  socket.once('close', () => clearTimeout(leaving));
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
    // Closed with something unread, the system would take the answer back from a client that is still sending.
    socket.pause();
    const lingering = setTimeout(() => socket.destroy(), lingerMs);
    lingering.unref();
    socket.once('close', () => clearTimeout(lingering));
  });
}

/** What Node's parser refuses gets 400 (S9.9), whatever Node would have answered. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Into the middle of an answer no other can be written; Node keeps the one under way on the socket.
  const { _httpMessage: underWay } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  if (error.code === 'ECONNRESET' || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  refuseRaw(socket, validationError([{ field: 'request', issue: malformedIssue(error.code) }]));
}

/** What Node would answer in its own way: an `Expect` that is not 100-continue (417), and CONNECT (nothing at all). */
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
