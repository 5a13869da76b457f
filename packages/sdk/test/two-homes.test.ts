import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../../testing/called-program.ts';
import { type RouterKind, TwoHomes } from '../../../testing/home-network/two-homes.ts';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { startServer } from '../../../testing/running-server.ts';
import type { calls } from './player-program.ts';

const missing = TwoHomes.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: direct channels between two homes, because ${missing}\n`);

const program = fileURLToPath(new URL('player-program.ts', import.meta.url));

/** Two players, each behind a router of this kind, in a room of a server on the internet. */
async function playersBehind(kind: RouterKind) {
  const homes = new TwoHomes(kind);
  onTestFinished(() => homes.remove());
  const settings = { ROOMTONE_HOST: homes.serverAddress, ROOMTONE_TLS: 'off', ROOMTONE_ANNOUNCE: 'off' };
  const server = await startServer(settings, homes.server);
  onTestFinished(() => server.stop());
  const one = startProgram<typeof calls>(program, homes.player(1));
  const other = startProgram<typeof calls>(program, homes.player(2));
  onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])));
  const roomId = await one.call('join', server.url, 'ada', null);
  await other.call('join', server.url, 'ben', roomId);
  return { one, other };
}

describe.skipIf(missing !== undefined)('R25.4: two players in different homes', () => {
  test.each(
    allOrFirst([
      ['same', true],
      ['symmetric', false],
    ] as const),
  )('behind routers of the kind %s find a direct path: %s', async (kind, isFound) => {
    const { one, other } = await playersBehind(kind);
    const paths = await Promise.all([one.call('settled'), other.call('settled')]);
    if (isFound) for (const path of paths) expect(path?.state).not.toBe('none');
    // The one who answers only waits.
    else expect(paths[0]).toMatchObject({ state: 'none', whyNot: 'unreachable' });
    for (const key of [60, 62, 64]) await one.call('play', key);
    await expect.poll(() => other.call('heard')).toEqual([60, 62, 64]);
    if (isFound) expect((await other.call('figures'))?.unconfirmed).toBe(0);
  });
});
