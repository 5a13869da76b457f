import { connect } from 'node:net';

export interface RawReply {
  /** The status of the first answer; 0 if the connection ended without one. */
  readonly status: number;
  /** The statuses of all answers on the connection, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/** The port that requests go to, and the address of this machine that they come from. */
export interface Route {
  readonly port: number;
  readonly from?: string;
}

/**
 * Sends bytes on a new connection and reads until the server ends it.
 * @param patienceMs after this time without a byte from the server, this side ends the connection: for bytes that may not
 *   be a complete request.
 */
export function sendBytes(
  { port, from = '127.0.0.1' }: Route,
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
      // A reset after the answer also ends it.
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

export interface RequestParts {
  readonly token?: string | undefined;
  readonly body?: object;
  /** More headers, each as a line. */
  readonly headers?: readonly string[];
}

/** Sends a request to the API. */
export function ask(
  route: Route,
  method: string,
  path: string,
  { token, body = {}, headers = [] }: RequestParts,
): Promise<RawReply> {
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${route.port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    'Connection: close',
  ];
  return sendBytes(route, `${head.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * Sends a request to the API and resolves with the answer's `data`.
 * @throws if it is refused.
 */
export async function request<T>(route: Route, method: string, path: string, body: object, token?: string): Promise<T> {
  const reply = await ask(route, method, path, { token, body });
  const isGood = reply.status === 200 || reply.status === 201;
  if (!isGood) throw new Error(`${path}: ${reply.status} ${reply.text.slice(-300)}`);
  const answer = JSON.parse(reply.text.slice(reply.text.indexOf('\r\n\r\n') + 4)) as { readonly data: T };
  return answer.data;
}

/** Sends a POST as request() does. */
export function post<T>(route: Route, path: string, body: object, token?: string): Promise<T> {
  return request(route, 'POST', path, body, token);
}
