import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const unit = fileURLToPath(new URL('../../packaging/roomtone.service', import.meta.url));
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const hasAnalyze = analyze('--version').status === 0;

test.skipIf(!hasAnalyze)('the systemd unit leaves the service little to reach: an exposure below 3', () => {
  const { stdout, stderr } = analyze('security', '--offline=true', '--no-pager', unit);
  const exposure = /Overall exposure level for roomtone\.service: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(exposure), stdout + stderr).toBeLessThan(3);
});
