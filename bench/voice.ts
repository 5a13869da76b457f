// The cost of voices for the server, and for the notes beside them: `npm run bench:voice`. Eight participants listen, four of them
// speak, in every other part of the measurement; all the time one more plays to a tenth.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RoomtoneClient } from '@roomtone/sdk';
import { type Heard, noteOn, nowUs } from './path-notes.ts';
import { accounts, prepareRoomtone, startServerOn } from './roomtone.ts';
import { quantile } from './statistics.ts';

const parts = 8;
const notesOfPart = 500;
const everyMs = 10;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const prepared = prepareRoomtone();
const server = await startServerOn('all', prepared);
const client = new RoomtoneClient({ baseUrl: server.ready });
await client.login({ username: accounts[0], password: prepared.password });
const room = await client.createRoom({ roomName: 'Measured', maxUsers: 20 });
const { roomId } = room.info;
const listener = fork(here('path-listener.ts'));
listener.send({ url: server.ready, roomId });
await once(listener, 'message');
const speakers = fork(here('voice-speakers.ts'));
speakers.send({ url: server.ready, roomId, username: accounts[1], password: prepared.password });
await once(speakers, 'message');

const playedUs = new Float64Array(parts * notesOfPart);
const cpu: Record<'silent' | 'talking', number[]> = { silent: [], talking: [] };
for (let part = 0; part < parts; part++) {
  speakers.send(part % 2 === 1 ? 'talk' : 'hush');
  await delay(500);
  const [before, beganUs] = [server.usage().cpuUs, nowUs()];
  for (let index = 0; index < notesOfPart; index++) {
    await delay(everyMs);
    const note = part * notesOfPart + index;
    playedUs[note] = nowUs();
    room.send(noteOn(note));
  }
  cpu[kindOf(part)].push((server.usage().cpuUs - before) / (nowUs() - beganUs));
}
await delay(100);
listener.send('done');
const [all] = (await once(listener, 'message')) as [Heard[]];
speakers.send('count');
const [{ heard, sent }] = (await once(speakers, 'message')) as [{ heard: number; sent: number }];
for (const kind of ['silent', 'talking'] as const) {
  const latencies = all
    .filter(({ note }) => kindOf(Math.floor(note / notesOfPart)) === kind)
    .map(({ note, atUs }) => (atUs - (playedUs[note] ?? 0)) / 1000);
  const share = Math.max(...cpu[kind]) * 100;
  const [middle, late] = [quantile(latencies, 0.5), quantile(latencies, 0.99)];
  console.log(
    `${kind.padEnd(8)} server ${share.toFixed(1)}% of a core at most, notes p50 ${middle.toFixed(2)} ms, p99 ${late.toFixed(2)} ms (${latencies.length})`,
  );
}
console.log(`voices: ${sent} packets sent, ${heard} of ${sent * 7} heard`);
room.close();
listener.kill();
speakers.kill();
await server.stop();
prepared.remove();
process.exit();

function kindOf(part: number): 'silent' | 'talking' {
  return part % 2 === 1 ? 'talking' : 'silent';
}
