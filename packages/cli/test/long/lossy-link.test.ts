// Notes between SDK clients and the server over an emulated link that loses 2% of the packets.

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalledProgram, startProgram } from '../../../../testing/called-program.ts';
import { EmulatedLink } from '../../../../testing/emulated-link/emulated-link.ts';
import { blockUdp, firewallMissing, loseBetweenPrograms } from '../../../../testing/emulated-link/firewall.ts';
import { type RunningServer, startServer } from '../../../../testing/running-server.ts';
import type { calls } from '../lossy-link-program.ts';
import { openmsxFiles } from '../openmsx-files.ts';

const missing = EmulatedLink.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: notes over a lossy link, because ${missing}\n`);
const noFirewall = missing ?? firewallMissing();
if (noFirewall !== missing) process.stdout.write(`NOT RUN: a firewall on a lossy link, because ${noFirewall}\n`);
const rooms = 4;
const seed = 5;

let link: EmulatedLink;
let server: RunningServer;
let musicians: CalledProgram<typeof calls>;

/** Resolves when both have heard this many more notes. */
async function untilHeard(more: number): Promise<void> {
  const counts = async () => (await musicians.call('sofar')).map(({ numbers }) => numbers.length);
  const before = await counts();
  await expect
    .poll(async () => Math.min(...(await counts()).map((count, index) => count - (before[index] ?? 0))))
    .toBeGreaterThanOrEqual(more);
}

/** Datagrams that both have received so far. */
async function received(): Promise<number[]> {
  return (await musicians.call('sofar')).map(({ datagrams }) => datagrams.received);
}

/** Ends the playing; both have heard every note of the other, once and in order. */
async function finishAndCompare() {
  const both = await musicians.call('finish');
  expect(both).toHaveLength(2);
  for (const { played, numbers } of both)
    expect(numbers).toEqual(Array.from({ length: played }, (_, number) => number));
  return both;
}

describe.skipIf(missing !== undefined)(`a link that loses 2% of the packets (seed ${seed})`, () => {
  beforeAll(async () => {
    link = await EmulatedLink.open({ delayMs: 5, jitterMs: 2, loss: 0.02, seed });
    const settings = { ROOMTONE_HOST: link.a.address, ROOMTONE_TLS: 'off', ROOMTONE_ANNOUNCE: 'off' };
    const limits = { ROOMTONE_RATE_LIMIT_AUTH: '1000', ROOMTONE_RATE_LIMIT_GENERAL: '10000' };
    server = await startServer({ ...settings, ...limits }, link.a.through);
    const program = fileURLToPath(new URL('../lossy-link-program.ts', import.meta.url));
    musicians = startProgram(program, link.b.through);
    await musicians.call('join', server.url, rooms);
  });
  afterAll(async () => {
    await musicians?.stop();
    await server?.stop();
    await link?.close();
  });

  test.skipIf(noFirewall !== undefined)(
    'R17.3: notes go on while a firewall blocks UDP, each once and in order, and datagrams come back afterwards',
    async () => {
      await musicians.call('begin');
      await untilHeard(100);
      for (const count of await received()) expect(count).toBeGreaterThan(0);
      const allowUdp = blockUdp(link.b);
      // Messages that were on their way have arrived by then.
      await untilHeard(20);
      const blocked = { received: await received(), link: (await link.counts()).bToA.udp };
      await untilHeard(150);
      expect({ received: await received(), link: (await link.counts()).bToA.udp }).toEqual(blocked);
      allowUdp();
      for (const player of [0, 1])
        await expect.poll(async () => (await received())[player]).toBeGreaterThan((blocked.received[player] ?? 0) + 50);
      expect((await link.counts()).bToA.udp.packets).toBeGreaterThan(blocked.link.packets + 50);
      for (const { datagrams } of await finishAndCompare()) {
        expect(datagrams.state).toBe('used');
        expect(datagrams.sooner).toBeGreaterThan(0);
      }
    },
  );

  // The channel is given up only after half a minute.
  test.skipIf(noFirewall !== undefined)(
    'R17.3, R17.13: a channel that has died while UDP was blocked is opened again',
    async () => {
      const allowUdp = blockUdp(link.b);
      await musicians.call('until', 'none');
      await musicians.call('begin');
      await untilHeard(100);
      allowUdp();
      await musicians.call('until', 'used');
      await untilHeard(100);
      await finishAndCompare();
    },
    600_000,
  );

  test('R17.3: pieces of eight players at once come out as they went in, and nothing sounds afterwards', async ({
    skip,
  }) => {
    const files = await openmsxFiles();
    if ('missing' in files) {
      if (process.env['CI'] === 'true') throw new Error(files.missing);
      skip(files.missing);
      return;
    }
    const before = await link.counts();
    const pieces = await musicians.call('playPieces', files.paths, 1_000_000, 60);
    for (const piece of pieces) expect(piece).toMatchObject({ isSame: true, missing: 0, surplus: 0, held: 0 });
    expect(pieces).toHaveLength(31);
    expect(await musicians.call('sounding')).toBe(0);
    const after = await link.counts();
    const datagrams = after.bToA.udp.packets - before.bToA.udp.packets;
    expect(datagrams).toBeGreaterThan(1_000);
    expect(after.aToB.udp.lost - before.aToB.udp.lost).toBeGreaterThan(10);
    const events = pieces.reduce((sum, piece) => sum + piece.events, 0);
    process.stdout.write(`31 pieces, ${events} events, ${datagrams} datagrams from players\n`);
  });

  test('R25.5: pieces that go straight from player to player, too, come out as they went in, although both ways lose packets', async ({
    skip,
  }) => {
    if (noFirewall !== undefined) skip(noFirewall);
    const files = await openmsxFiles();
    if ('missing' in files) {
      if (process.env['CI'] === 'true') throw new Error(files.missing);
      skip(files.missing);
      return;
    }
    await musicians.call('direct');
    const losesNothing = loseBetweenPrograms(link.b, 0.02);
    const pieces = await musicians.call('playPieces', files.paths, 1_000, 2);
    for (const piece of pieces) expect(piece).toMatchObject({ isSame: true, missing: 0, surplus: 0, held: 0 });
    expect(pieces).toHaveLength(31);
    expect(await musicians.call('sounding')).toBe(0);
    losesNothing();
  });
});
