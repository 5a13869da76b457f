// Throws in one callback of a data channel, and says what the process's handler saw. Started by datagrams.test.ts.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createDataChannels } from '../../src/adapters/webrtc/data-channels.ts';
import { LibraryClient } from './library-client.ts';

const [, , where] = process.argv;
const fail = (name: string) => () => {
  if (name === where) throw new Error(`thrown in ${name}`);
};
process.on('uncaughtException', (error) => {
  process.stdout.write(`${error.message}\n`, () => process.exit(0));
});

const socket = createSocket('udp4').bind(0, '127.0.0.1');
await once(socket, 'listening');
const { port } = socket.address();
socket.close();
await once(socket, 'close');
const datagrams = createDataChannels({
  host: '127.0.0.1',
  port: () => port,
  addresses: [],
  iceServers: [],
  onMissing: fail('missing'),
});
const client = new LibraryClient(port);
const { answer, channel } = await datagrams.accept(client.offer, {
  open() {
    fail('open')();
    if (where === 'closed') client.close();
  },
  message: fail('message'),
  closed: fail('closed'),
});
client.connect(answer);
// Keeps what is under test alive while the library's threads work. The client's end may open after the server's, and what it
// sends before is lost.
setInterval(() => {
  channel.send(Uint8Array.of(0));
  if (where === 'message') client.send(Uint8Array.of(1));
}, 20);
