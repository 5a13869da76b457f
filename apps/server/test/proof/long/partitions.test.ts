import { expect, test } from 'vitest';
import { partitions } from '../lines/partitions.ts';
import { runLine } from '../run-line.ts';

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  'R20.6: chat reaches everybody after processes were cut off from Redis (seed %i)',
  { timeout: 300_000 },
  async (seed) => {
    const findings = await runLine(partitions, { size: 'short', seed, say: () => {} });
    expect(findings.filter(({ held }) => !held)).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
  },
);
