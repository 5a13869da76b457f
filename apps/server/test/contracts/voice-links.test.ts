import { setTimeout as delay } from 'node:timers/promises';
import { cleanup } from 'node-datachannel';
import { afterAll, expect, test } from 'vitest';
import { PeerConnections } from '../../src/adapters/webrtc/peer-connections.ts';
import { createVoiceTracks } from '../../src/adapters/webrtc/voice-tracks.ts';
import { makeVoicePacket, readVoicePacket, speakerOf, stampVoicePacket } from '../../src/domain/voice/voice-packet.ts';
import { freeUdpPort } from '../support/free-udp-port.ts';
import { VoiceClient } from '../support/voice-client.ts';

afterAll(() => cleanup());

test('R27.2: voices by libdatachannel: packets come in as they were sent, and go out on the voice they are for', async () => {
  const port = await freeUdpPort();
  const voices = createVoiceTracks(
    new PeerConnections({ host: '127.0.0.1', port: () => port, iceServers: [], onMissing: () => {} }),
  );
  const packets: Uint8Array[] = [];
  const ends: string[] = [];
  const link = await voices.open({
    open: () => ends.push('open'),
    packet: (bytes) => packets.push(bytes),
    closed: () => ends.push('closed'),
  });
  const client = new VoiceClient(port);
  link.answer(client.accept(link.offer));
  await expect.poll(() => ends, { timeout: 5_000 }).toEqual(['open']);
  await expect
    .poll(
      async () => {
        client.say(Uint8Array.of(1, 2, 3), 100);
        await delay(20);
        return packets.map(readVoicePacket).find((packet) => packet !== undefined);
      },
      { timeout: 5_000 },
    )
    .toMatchObject({ loudness: 100, payload: Buffer.from([1, 2, 3]) });

  const packet = makeVoicePacket({ sequence: 0, timestamp: 0, loudness: 64, payload: Uint8Array.of(9) }, 77);
  stampVoicePacket(packet, { ssrc: 3, sequence: 500, timestamp: 960, isFirst: true });
  await expect
    .poll(async () => {
      link.send(3, packet);
      await delay(20);
      return client.heard.map(({ ssrc, packet: got }) => [ssrc, speakerOf(got), readVoicePacket(got)?.sequence])[0];
    })
    .toEqual([3, 77, 500]);

  const before = packets.length;
  link.close();
  client.say(Uint8Array.of(4));
  link.send(3, packet);
  await delay(100);
  expect([packets.length, ends]).toEqual([before, ['open']]);
  client.close();
  voices.close();
});
