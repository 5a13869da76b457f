import { connect } from 'node:net';

export interface RawReply {
  /** Of the first answer; 0 where the connection ended without one. */
  readonly status: number;
  /** Of every answer on the connection, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/** Where requests go, and from which address of this machine. */
export interface Way {
  readonly port: number;
  readonly from?: string;
}

/**
 * Sends bytes on a connection of their own and reads until the server ends it.
 * @param patienceMs after so long without a byte from the server this side ends, for bytes that may be no whole request.
 */
export function sendBytes(
  { port, from = '127.0.0.1' }: Way,
  bytes: string | Uint8Array,
  patienceMs?: number,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    let text = '';
    let failure: NodeJS.ErrnoException | undefined;
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure = error;
    });
    socket.on('close', () => {
      // A reset after the answer is an end, too.
      if (failure !== undefined && text === '' && failure.code !== 'ECONNRESET' && failure.code !== 'EPIPE') {
        reject(failure);
        return;
      }
      const statuses = Array.from(text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm), ([, status]) => Number(status));
      resolve({ status: statuses[0] ?? 0, statuses, text });
    });
    if (patienceMs !== undefined) socket.setTimeout(patienceMs, () => socket.end());
    socket.write(bytes);
  });
}

/**
 * What the API answers to a POST, its `data`.
 * @throws where it refuses.
 */
export async function post<T>(way: Way, path: string, body: object, token?: string): Promise<T> {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${way.port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    'Connection: close',
  ];
  const reply = await sendBytes(way, `${head.join('\r\n')}\r\n\r\n${text}`);
  const isGood = reply.status === 200 || reply.status === 201;
  if (!isGood) throw new Error(`${path}: ${reply.status} ${reply.text.slice(-300)}`);
  const answer = JSON.parse(reply.text.slice(reply.text.indexOf('\r\n\r\n') + 4)) as { readonly data: T };
  return answer.data;
}
