import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { makeLocalNetwork } from './local-network.ts';

test('S2.11: on a computer without a network, --lan prints the link as soon as there is one', async () => {
  const network = makeLocalNetwork();
  onTestFinished(() => network.remove());
  if (network.kind === 'loopback') return expect(network.host).toEqual([]);
  network.cutHost();
  const { out } = await startServer(temporaryDirectory(), { args: ['--lan'], through: network.host });
  await expect.poll(() => out.stderr).toContain('not on a network');
  expect(out.stderr).not.toContain('Invite others');
  const address = network.moveHost();
  await expect
    .poll(() => out.stderr, { timeout: 20_000 })
    .toMatch(new RegExp(`^ {2}http://${address}:\\d+/#key=`, 'm'));
});
