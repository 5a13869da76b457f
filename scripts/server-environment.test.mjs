import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { serverEnvironment, serverFlags } from './server-environment.mjs';

describe('serverEnvironment', () => {
  it('leaves existing settings alone', () => {
    const environment = { MALLOC_ARENA_MAX: '', LD_PRELOAD: '/mine.so' };
    expect(Object.keys(serverEnvironment(environment, '/usr/lib/libjemalloc.so.2'))).toEqual([
      'MALLOC_TRIM_THRESHOLD_',
      'MALLOC_CONF',
    ]);
  });

  it('preloads jemalloc if there is one', () => {
    expect(serverEnvironment({}, '/usr/lib/libjemalloc.so.2')).toMatchObject({
      LD_PRELOAD: '/usr/lib/libjemalloc.so.2',
    });
    expect(serverEnvironment({}, undefined)).not.toHaveProperty('LD_PRELOAD', '/usr/lib/libjemalloc.so.2');
  });

  it.each(['roomtone.service', 'Dockerfile'])('matches %s', (file) => {
    const text = readFileSync(join(root, 'apps/server/packaging', file), 'utf8');
    const words = new Set(text.split(/\s+/).map((word) => word.replace(/^Environment=/, '')));
    for (const [name, value] of Object.entries(serverEnvironment({ LD_PRELOAD: '' })))
      expect(words).toContain(`${name}=${value}`);
  });
});

describe('the container', () => {
  it('is built on one image, pinned by version and digest', () => {
    const text = readFileSync(join(root, 'apps/server/packaging/Dockerfile'), 'utf8');
    const images = new Set(Array.from(text.matchAll(/^FROM (\S+)/gm), ([, image]) => image));
    expect([...images]).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/)]);
  });
});

describe('serverFlags', () => {
  const textOf = (file) => readFileSync(join(root, 'apps/server', file), 'utf8');

  it('match the server’s first line', () => {
    expect(textOf('src/main.ts').split('\n')[0]).toBe(`#!/usr/bin/env -S node ${serverFlags.join(' ')}`);
  });

  it('match the container’s start command', () => {
    const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(textOf('packaging/Dockerfile'))?.[1] ?? '');
    expect(entry).toEqual(['node', ...serverFlags, '/opt/roomtone/dist/main.js']);
  });

  it('give young objects 4 MiB from the beginning', () => {
    const asked =
      "require('v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20";
    const { stdout } = spawnSync(process.execPath, [...serverFlags, '-p', asked], { encoding: 'utf8' });
    expect(Number(stdout)).toBe(4);
  });
});
