import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorTraits, RoomtoneError } from '@roomtone/protocol';
import type { ErrorEnvelope } from '@roomtone/protocol/rest';

/**
 * Answers an upgrade request with REST's error envelope and closes the socket: no upgrade happens. Anything but a
 * RoomtoneError is a SERVER_ERROR without a word of why.
 */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  if (socket.destroyed) return;
  const requestId = randomUUID();
  const shown =
    error instanceof RoomtoneError ? error : new RoomtoneError('SERVER_ERROR', 'Something went wrong on the server.');
  const { code, message } = shown;
  const details = code === 'SERVER_ERROR' ? { request_id: requestId } : { ...shown.details };
  const envelope: ErrorEnvelope = { success: false, error: { code, message, details } };
  const body = JSON.stringify(envelope);
  const { status } = errorTraits[code];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    'API-Version: v1',
    `X-Request-Id: ${requestId}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
