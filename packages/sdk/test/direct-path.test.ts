// Two players on one machine and a server behind an emulated link of 25 ms that loses 2% of the packets.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalledProgram, startProgram } from '../../../testing/called-program.ts';
import { EmulatedLink } from '../../../testing/emulated-link/emulated-link.ts';
import { blockUdp, firewallMissing } from '../../../testing/emulated-link/firewall.ts';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';
import type { calls } from './direct-path-program.ts';

const missing = EmulatedLink.missing() ?? firewallMissing();
if (missing !== undefined) process.stdout.write(`NOT RUN: direct channels beside a lossy link, because ${missing}\n`);

const oneWayMs = 25;
let link: EmulatedLink;
let server: RunningServer;
let players: CalledProgram<typeof calls>;

/** Resolves when both have heard this many more notes. */
async function untilHeard(more: number): Promise<void> {
  const counts = async () => (await players.call('sofar')).map(({ numbers }) => numbers.length);
  const before = await counts();
  await expect
    .poll(async () => Math.min(...(await counts()).map((count, index) => count - (before[index] ?? 0))), {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(more);
}

describe.skipIf(missing !== undefined)('two players near each other, far from their server (seed 7)', () => {
  beforeAll(async () => {
    link = await EmulatedLink.open({ delayMs: oneWayMs, jitterMs: 2, loss: 0.02, seed: 7 });
    const settings = { ROOMTONE_HOST: link.a.address, ROOMTONE_TLS: 'off', ROOMTONE_ANNOUNCE: 'off' };
    server = await startServer(settings, link.a.through);
    players = startProgram(fileURLToPath(new URL('direct-path-program.ts', import.meta.url)), link.b.through);
    await players.call('join', server.url, true);
  });
  afterAll(async () => {
    await players?.stop();
    await server?.stop();
    await link?.close();
  });

  test('R25.5, R25.8, R25.11: hear each other directly, without datagrams of the server, and by it while the direct path is dead', async () => {
    await players.call('until', 'used');
    await players.call('begin');
    await untilHeard(100);
    // They count once the server's copies have come, which a lost packet can hold up.
    const sooner = async () => (await players.call('figures')).map(({ direct }) => direct?.sooner ?? 0);
    await expect.poll(async () => Math.min(...(await sooner()))).toBeGreaterThan(80);
    for (const { direct, transitUs = 0 } of await players.call('figures')) {
      expect(direct).toMatchObject({ state: 'used', unconfirmed: 0 });
      // There and back again is what the direct path saves.
      expect(direct?.winUs).toBeGreaterThan(oneWayMs * 1_000);
      expect(transitUs).toBeLessThan(oneWayMs * 1_000);
    }
    // The server then has no datagrams to send or to take, but for reports every 2 s and what keeps the channels alive.
    const packets = async () => {
      const { aToB, bToA } = await link.counts();
      return [aToB.udp, bToA.udp].map(({ packets: carried, lost }) => carried + lost);
    };
    const notes = 150;
    const quiet = async () => {
      const sent = await packets();
      await untilHeard(notes);
      return (await packets()).map((count, index) => count - (sent[index] ?? 0));
    };
    await expect.poll(async () => Math.max(...(await quiet())), { timeout: 30_000 }).toBeLessThan(notes / 4);
    const allowUdp = blockUdp(link.b);
    await untilHeard(20);
    const before = await sooner();
    await untilHeard(100);
    expect(await sooner()).toEqual(before);
    allowUdp();
    for (const player of [0, 1])
      await expect
        .poll(async () => (await sooner())[player], { timeout: 20_000 })
        .toBeGreaterThan((before[player] ?? 0) + 20);
    const both = await players.call('finish');
    expect(both).toHaveLength(2);
    for (const { played, numbers } of both)
      expect(numbers).toEqual(Array.from({ length: played }, (_, number) => number));
    expect((await players.call('figures')).map(({ direct }) => direct?.unconfirmed)).toEqual([0, 0]);
  });
});
