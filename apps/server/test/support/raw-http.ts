import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { App } from '../../src/http/plugins/server-types.ts';

/** Listens on a free loopback port, if it does not listen already, and returns it. */
export async function listen(app: App): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

/** Sends bytes as they are and reads until the server closes. */
export async function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await openSocket(port);
  socket.write(bytes);
  return parse(await readToEnd(socket));
}

export async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  // A reset after the answer ends it as well.
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

export function parse(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
}
