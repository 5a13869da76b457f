// How long a note takes from one player's hand to another's scheduler: `npm run bench:path`. Two programs with the
// SDK and the server, three processes on this machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { type Heard, noteOn, nowUs } from './path-notes.ts';
import { drawPath, type PathFigures } from './path-picture.ts';
import { accounts, type PreparedRoomtone, prepareRoomtone, startServerOn } from './roomtone.ts';
import { quantile } from './statistics.ts';

const notes = 3_000;
const everyMs = 20;
/** By then the code is warm, and clock and transit are known. */
const warmUp = 500;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const prepared = prepareRoomtone();
const server = await startServerOn(0, prepared);
const player = await enter(server.ready, prepared);
const listener = fork(here('path-listener.ts'));
listener.send({ url: server.ready, roomId: player.info.roomId });
await once(listener, 'message');
const figures = await play();
print(figures);
if (process.argv.includes('--save')) {
  writeFileSync(here('../docs/images/note-path.svg'), drawPath(figures));
  console.log('Drawn into docs/images/note-path.svg');
}
player.close();
listener.kill();
await server.stop();
prepared.remove();
process.exit();

async function enter(url: string, { password }: PreparedRoomtone): Promise<Room> {
  const client = new RoomtoneClient({ baseUrl: url });
  await client.login({ username: accounts[0], password });
  return client.createRoom({ roomName: 'Measured' });
}

async function play(): Promise<PathFigures> {
  const playedUs = new Float64Array(notes);
  const sendUs: number[] = [];
  for (let note = 0; note < notes; note++) {
    await delay(everyMs);
    const beganUs = nowUs();
    playedUs[note] = beganUs;
    player.send(noteOn(note));
    if (note >= warmUp) sendUs.push(nowUs() - beganUs);
  }
  await delay(everyMs);
  listener.send('done');
  const [all] = (await once(listener, 'message')) as [Heard[]];
  const heard = all.filter(({ note }) => note >= warmUp);
  if (heard.length !== notes - warmUp) throw new Error(`${notes - warmUp - heard.length} notes were lost`);
  const arrivalUs = heard.map(({ note, atUs }) => atUs - (playedUs[note] ?? 0));
  return {
    sendUs: quantile(sendUs, 0.5),
    relayUs: await meanRelayUs(),
    arrivalUs: quantile(arrivalUs, 0.5),
    arrivalP99Us: quantile(arrivalUs, 0.99),
    soundsUs: quantile(
      heard.map(({ heardUs }) => heardUs),
      0.5,
    ),
    lateShare: heard.filter(({ heardUs }, index) => (arrivalUs[index] ?? 0) > heardUs).length / heard.length,
  };
}

/** From a message's arrival at the server to the reader's socket, from /metrics. */
async function meanRelayUs(): Promise<number> {
  const text = await (await fetch(`${server.ready}/metrics`)).text();
  const [sum, count] = ['sum', 'count'].map((part) =>
    Number(new RegExp(`^roomtone_relay_latency_seconds_${part} (\\S+)$`, 'm').exec(text)?.[1]),
  );
  return ((sum ?? Number.NaN) / (count ?? Number.NaN)) * 1_000_000;
}

function print({ sendUs, relayUs, arrivalUs, arrivalP99Us, soundsUs, lateShare }: PathFigures): void {
  const us = (value: number) => `${value.toFixed(0)} µs`;
  console.log(`${notes - warmUp} notes, one every ${everyMs} ms, three processes on one machine:`);
  console.log(`  SDK of the player, until the socket has it   p50 ${us(sendUs)}`);
  console.log(`  server, from socket to socket                mean ${us(relayUs)}`);
  console.log(`  hand to the listener's scheduler             p50 ${us(arrivalUs)}, p99 ${us(arrivalP99Us)}`);
  console.log(`  hand to sound, with playout delay            p50 ${us(soundsUs)}`);
  console.log(`  late notes                                   ${(lateShare * 100).toFixed(2)}% of the notes`);
}
