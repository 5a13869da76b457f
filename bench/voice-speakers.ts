// Those who listen and speak in `npm run bench:voice`, in a process of their own.
import { once } from 'node:events';
import { RoomtoneClient } from '@roomtone/sdk';
import { voiceSignals } from '@roomtone/sdk/extras';
import { VoiceClient } from '../apps/server/test/support/voice-client.ts';

const [listeners, speakers] = [8, 4];
/** A packet every 20 ms, as long as those of speech at 32 kbit/s. */
const [everyMs, payload] = [20, new Uint8Array(80).fill(7)];

interface Start {
  readonly url: string;
  readonly roomId: string;
  readonly username: string;
  readonly password: string;
}

const [{ url, roomId, username, password }] = (await once(process, 'message')) as [Start];
const client = new RoomtoneClient({ baseUrl: url });
await client.login({ username, password });
const voices: VoiceClient[] = [];
for (let index = 0; index < listeners; index++) {
  const room = await client.joinRoom(roomId);
  if (index < speakers) await room.setPlayer({ talking: true });
  const signals = voiceSignals(room);
  const offer = await signals.offer();
  const voice = new VoiceClient(offer.port);
  await signals.answer(voice.accept(offer));
  voices.push(voice);
}
while (!voices.every(({ isOpen }) => isOpen)) await new Promise((resolve) => setTimeout(resolve, 50));

let sent = 0;
let isTalking = false;
let nextMs = performance.now();
setInterval(() => {
  for (; nextMs < performance.now(); nextMs += everyMs) {
    if (!isTalking) continue;
    for (const voice of voices.slice(0, speakers)) voice.say(payload);
    sent += speakers;
  }
}, 5);
process.on('message', (message) => {
  isTalking = message === 'talk';
  if (message === 'count') process.send?.({ sent, heard: voices.reduce((sum, voice) => sum + voice.heard.length, 0) });
});
process.send?.('ready');
