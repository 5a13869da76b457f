import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A UDP port of this machine that is free now. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
