import { fileURLToPath } from 'node:url';
import { limits } from '@roomtone/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalledProgram, startProgram } from '../../../../../testing/called-program.ts';
import { type RunningServer, startServer } from '../../../../../testing/running-server.ts';
import type { calls as duoCalls } from '../duo-program.ts';
import type { calls as floodCalls } from '../flood-program.ts';

// A guest and a stranger attack the server's UDP port while two people play, all on this machine.

/** The memory that the attacks may add to the server's memory, bytes. */
const mostGrowth = 32 * 1024 * 1024;
const channels = 2;
const seconds = 4;

let server: RunningServer;
let duo: CalledProgram<typeof duoCalls>;
let guest: CalledProgram<typeof floodCalls>;
let stranger: CalledProgram<typeof floodCalls>;

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

beforeAll(async () => {
  server = await startServer();
  duo = startProgram(pathOf('duo-program.ts'), []);
  guest = startProgram(pathOf('flood-program.ts'), []);
  stranger = startProgram(pathOf('flood-program.ts'), []);
});

afterAll(async () => {
  await Promise.all([duo, guest, stranger].map((program) => program?.stop()));
  await server?.stop();
});

/** Figures of the server, which may be a second old. */
async function metrics() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const read = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  return {
    memory: read('process_resident_memory_bytes'),
    channels: read('roomtone_datagram_channels'),
    overQuota: read('roomtone_datagrams_refused_total{reason="quota"}'),
  };
}

/** The most memory that the server uses until the attacks end, bytes. */
async function mostMemory(attacks: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = attacks.finally(() => {
    isOver = true;
  });
  let most = 0;
  do {
    most = Math.max(most, (await metrics()).memory);
    // How often the memory is read; the attacks decide when it ends.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 250))]);
  } while (!isOver);
  return most;
}

test('R17.6, R17.7: floods lose no note of others, get no answer, and take no memory', async () => {
  const roomId = await duo.call('join', server.url);
  await guest.call('join', server.url, roomId);
  await duo.call('begin');
  // Once beforehand: what is allocated for the first ones stays.
  await Promise.all([guest.call('floodChannel', server.url), stranger.call('flood', server.url, 1)]);
  await expect.poll(metrics).toMatchObject({ channels: 2, overQuota: 1 });
  const { memory } = await metrics();

  const asStranger = stranger.call('flood', server.url, seconds);
  const asGuest = (async () => {
    for (let opened = 0; opened < channels; opened++)
      expect(await guest.call('floodChannel', server.url)).toBeGreaterThan(limits.datagrams.perSecond);
  })();
  const most = await mostMemory(Promise.all([asStranger, asGuest]));
  for (const [kind, { sent, answers }] of Object.entries(await asStranger)) {
    expect([kind, answers]).toEqual([kind, 0]);
    expect(sent).toBeGreaterThan(seconds * 1_000);
  }
  await expect.poll(metrics).toMatchObject({ channels: 2, overQuota: 1 + channels });
  expect(most - memory).toBeLessThan(mostGrowth);

  // Players are still heard on the port.
  const datagrams = async () => (await duo.call('sofar')).map(({ datagrams: { received } }) => received);
  const before = await datagrams();
  for (const player of [0, 1])
    await expect.poll(async () => (await datagrams())[player]).toBeGreaterThan(before[player] ?? 0);
  const heard = await duo.call('finish');
  expect(heard).toHaveLength(2);
  for (const { played, numbers } of heard) {
    expect(played).toBeGreaterThan(100);
    expect(numbers).toEqual(Array.from({ length: played }, (_, number) => number));
  }
});
