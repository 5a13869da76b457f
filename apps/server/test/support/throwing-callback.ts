// Throws in one callback of a data channel or of voices, and says what the process's handler saw. Started by datagrams.test.ts.
import { createDataChannels } from '../../src/adapters/webrtc/data-channels.ts';
import { PeerConnections } from '../../src/adapters/webrtc/peer-connections.ts';
import { createVoiceTracks } from '../../src/adapters/webrtc/voice-tracks.ts';
import { freeUdpPort } from './free-udp-port.ts';
import { LibraryClient } from './library-client.ts';
import { VoiceClient } from './voice-client.ts';

const [, , kind, where] = process.argv;
const fail = (name: string) => () => {
  if (name === where) throw new Error(`thrown in ${name}`);
};
process.on('uncaughtException', (error) => {
  process.stdout.write(`${error.message}\n`, () => process.exit(0));
});

const port = await freeUdpPort();
const peers = new PeerConnections({ host: '127.0.0.1', port: () => port, iceServers: [], onMissing: fail('missing') });
if (kind === 'voice') await throwInVoice();
else await throwInDatagrams();

async function throwInVoice(): Promise<void> {
  const link = await createVoiceTracks(peers).open({
    open: fail('open'),
    packet: fail('message'),
    closed: fail('closed'),
  });
  const client = new VoiceClient(port);
  link.answer(client.accept(link.offer));
  setInterval(() => client.say(Uint8Array.of(1)), 20);
}

async function throwInDatagrams(): Promise<void> {
  const client = new LibraryClient(port);
  const { answer, channel } = await createDataChannels(peers, []).accept(client.offer, {
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
}
