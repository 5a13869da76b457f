import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { serverEnvironment } from './server-environment.ts';

describe('serverEnvironment', () => {
  it('leaves what is set as it is', () => {
    expect(serverEnvironment({ NODE_OPTIONS: '--trace-gc', MALLOC_ARENA_MAX: '' })).toEqual({
      MALLOC_TRIM_THRESHOLD_: '131072',
    });
  });

  it.each(['roomtone.service', 'Dockerfile'])('says the same as %s', (file) => {
    const text = readFileSync(join(root, 'apps/server/packaging', file), 'utf8');
    const words = new Set(text.split(/\s+/).map((word) => word.replace(/^Environment=/, '')));
    for (const [name, value] of Object.entries(serverEnvironment({}))) expect(words).toContain(`${name}=${value}`);
  });
});
