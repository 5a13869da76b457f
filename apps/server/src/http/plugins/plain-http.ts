import { createServer, type RequestListener } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/** Every TLS connection begins with a handshake record (RFC 8446, 5.1). No HTTP request begins with this byte. */
const handshakeRecord = 0x16;
/** How long somebody has to ask for the explanation and to take it. */
const explainMs = 10_000;

export interface PlainHttpOptions {
  /** Answers plain http from other machines. It has no access to the application. */
  readonly answer: RequestListener;
  /** How long a connection may say nothing at all. */
  readonly silentMs: number;
  /** Whether somebody is on this machine; for tests. */
  readonly isHere?: (socket: Socket) => boolean;
}

/**
 * Lets an https server take plain http on its own port, told apart by the first byte: from this machine as if it came by
 * https, since nobody listens in between and browsers trust loopback as it is; from elsewhere to be explained why https is
 * needed, and for nothing else. Costs one look when a connection opens: from then on TLS has the socket to itself.
 */
export function acceptPlainHttp(
  server: HttpsServer,
  { answer, silentMs, isHere = isOnLoopback }: PlainHttpOptions,
): void {
  // What an https server does with a new connection is to begin the handshake.
  const [beginHandshake] = server.listeners('connection');
  if (beginHandshake === undefined) throw new Error('this https server takes no connections');
  server.removeListener('connection', beginHandshake as (socket: Socket) => void);
  const explaining = createServer(answer);
  server.on('connection', (socket: Socket) => {
    lookAtFirstByte(socket, silentMs, (byte) => {
      if (byte === handshakeRecord) beginHandshake.call(server, socket);
      // What comes after a handshake is plain http to the server.
      else if (isHere(socket)) server.emit('secureConnection', socket);
      else {
        const impatient = setTimeout(() => socket.destroy(), explainMs);
        socket.once('close', () => clearTimeout(impatient));
        explaining.emit('connection', socket);
      }
    });
  });
}

/** Leaves the socket as it was, with everything that has come. */
function lookAtFirstByte(socket: Socket, silentMs: number, then: (byte: number) => void): void {
  const giveUp = () => socket.destroy();
  const look = () => {
    const come: Buffer | null = socket.read();
    if (come === null) return;
    socket.removeListener('readable', look);
    socket.removeListener('timeout', giveUp);
    socket.setTimeout(0);
    socket.unshift(come);
    then(come[0] ?? 0);
  };
  socket.setTimeout(silentMs, giveUp);
  // Somebody who is gone before they have said anything is nobody's concern.
  socket.on('error', giveUp);
  socket.on('readable', look);
}

function isOnLoopback({ remoteAddress = '' }: Socket): boolean {
  return remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
}
