import { createServer, type RequestListener } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { ChallengeAnswers } from './challenge-answers.ts';

/** The time in which a client from another machine has to send its request and read the answer. */
const plainHttpMs = 10_000;

export interface PlainHttpOptions {
  /** Answers plain http from other machines. It has no access to the application. */
  readonly answer: RequestListener;
  /** The time for which a new connection may send nothing at all. */
  readonly silentMs: number;
  /** Takes the connections of a certificate authority that checks by TLS. */
  readonly challenges?: Pick<ChallengeAnswers, 'expectsTls' | 'acceptTls'> | undefined;
  /** True for a client on this machine; for tests. */
  readonly isHere?: (socket: Socket) => boolean;
}

/**
 * Lets an https server accept plain http on its own port, told apart by the first byte. From this machine it is treated like
 * https, since nothing can listen in between and browsers trust loopback without it. From other machines `answer` answers it,
 * which explains why https is needed. This costs one read when a connection opens: from then on TLS owns the socket.
 */
export function acceptPlainHttp(
  server: HttpsServer,
  { answer, silentMs, challenges, isHere = isOnLoopback }: PlainHttpOptions,
): void {
  // An https server's listener for new connections begins the handshake.
  const [beginHandshake] = server.listeners('connection');
  if (beginHandshake === undefined) throw new Error('this https server accepts no connections');
  server.removeListener('connection', beginHandshake as (socket: Socket) => void);
  const plainServer = createServer(answer);
  server.on('connection', (socket: Socket) => {
    lookAtStart(socket, silentMs, (start) => {
      // No HTTP request begins with this byte.
      if (start[0] === handshakeRecord) {
        const isCheck = challenges?.expectsTls === true ? asksForAcmeTls(start) : false;
        if (isCheck === undefined) return undefined;
        return isCheck ? () => challenges?.acceptTls(socket) : () => beginHandshake.call(server, socket);
      }
      // After a handshake the server reads plain http.
      if (isHere(socket)) return () => server.emit('secureConnection', socket);
      return () => {
        const timeout = setTimeout(() => socket.destroy(), plainHttpMs);
        socket.once('close', () => clearTimeout(timeout));
        plainServer.emit('connection', socket);
      };
    });
  });
}

/**
 * Leaves the socket as it was, with everything it has received.
 * @param choose returns what to do with a connection that begins with these bytes; undefined if it has to see more of them.
 */
function lookAtStart(socket: Socket, silentMs: number, choose: (start: Buffer) => (() => void) | undefined): void {
  const giveUp = () => socket.destroy();
  let start: Buffer | undefined;
  const look = () => {
    const come: Buffer | null = socket.read();
    if (come === null) return;
    start = start === undefined ? come : Buffer.concat([start, come]);
    const act = choose(start);
    if (act === undefined) return;
    socket.removeListener('readable', look);
    socket.removeListener('timeout', giveUp);
    socket.setTimeout(0);
    socket.unshift(start);
    act();
  };
  socket.setTimeout(silentMs, giveUp);
  // A client that disconnects before it has sent anything is not worth a log line.
  socket.on('error', giveUp);
  socket.on('readable', look);
}

function isOnLoopback({ remoteAddress = '' }: Socket): boolean {
  return remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
}

/** The type of a TLS record with a handshake message; every TLS connection begins with one (RFC 8446, section 5.1). */
export const handshakeRecord = 0x16;

const headerBytes = 5;
/** The longest record of plain text. */
const longestRecord = 2 ** 14;
/** The entry of the ALPN extension, after its length. */
const acmeTls = Buffer.concat([Buffer.of(10), Buffer.from('acme-tls/1')]);

/**
 * True if a TLS connection asks for `acme-tls/1` (RFC 8737, section 4). Node tells which certificate to show before it tells what
 * the client asks for. It is enough to find the name anywhere in the first record: a client that puts it elsewhere sees the
 * certificate for checks, which is public.
 * @param start of the connection's bytes; its first byte is `handshakeRecord`.
 * @returns undefined if the first record is not there as a whole.
 */
export function asksForAcmeTls(start: Buffer): boolean | undefined {
  if (start.length < headerBytes) return undefined;
  const length = start.readUInt16BE(3);
  if (length > longestRecord) return false;
  if (start.length < headerBytes + length) return undefined;
  return start.subarray(headerBytes, headerBytes + length).includes(acmeTls);
}
