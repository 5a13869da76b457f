import { describe, expect, it } from 'vitest';
import { type Release, type UpdateChannel, Updater, type UpdaterParts, type UpdateSource } from './updater.ts';

const release: Release = { version: '2.0.0', files: [{ sha512: 'x' }] };

function newUpdater(source: Partial<UpdateSource> = {}, parts: Partial<UpdaterParts> = {}) {
  const done: string[] = [];
  const world = { isInUse: false, channel: 'stable' as UpdateChannel };
  const updater = new Updater({
    source: {
      check: async (channel) => {
        done.push(`check ${channel}`);
        return release;
      },
      download: async (onProgress) => {
        onProgress(0.5);
        return '/update';
      },
      install: async () => void done.push('install'),
      ...source,
    },
    channel: () => world.channel,
    isInUse: () => world.isInUse,
    isGenuine: async () => true,
    discard: async (path) => void done.push(`discard ${path}`),
    showProgress: (part) => done.push(`progress ${part}`),
    offer: async (version) => {
      done.push(`offer ${version}`);
      return true;
    },
    report: (problem) => done.push(problem),
    ...parts,
  });
  return { updater, done, world };
}

describe('updates', () => {
  it('are downloaded with progress, verified, and installed if the user agrees', async () => {
    const { updater, done } = newUpdater();
    expect(await updater.check()).toBe('ready');
    expect(done).toEqual(['check stable', 'progress 0.5', 'progress undefined', 'offer 2.0.0', 'install']);
  });

  it('that the user declines are offered again without another download', async () => {
    const { updater, done } = newUpdater({}, { offer: async () => false });
    await updater.check();
    await updater.check();
    expect(done).toEqual(['check stable', 'progress 0.5', 'progress undefined', 'check stable']);
  });

  it('wait while the app is in use: no check starts, and a running download stops', async () => {
    const { updater, done, world } = newUpdater({
      download: (_onProgress, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))),
      check: async () => {
        queueMicrotask(() => {
          queueMicrotask(() => {
            world.isInUse = true;
            updater.useChanged();
          });
        });
        return release;
      },
    });
    expect(await updater.check()).toBe('interrupted');
    expect(await updater.check()).toBe('in use');
    expect(done).toEqual(['progress undefined']);
  });

  it('wait if the user begins to play before answering', async () => {
    const { updater, done, world } = newUpdater(
      {},
      {
        offer: async () => {
          world.isInUse = true;
          return true;
        },
      },
    );
    expect(await updater.check()).toBe('ready');
    expect(done).not.toContain('install');
  });

  it('without a valid signature are deleted', async () => {
    const { updater, done } = newUpdater({}, { isGenuine: async () => false });
    expect(await updater.check()).toBe('failed');
    expect(done).toContain('discard /update');
    expect(done.join()).not.toMatch(/offer|install/);
  });

  it('come from the chosen channel, or not at all', async () => {
    const { updater, done, world } = newUpdater({
      check: async (channel) => {
        done.push(channel);
        return 'up to date';
      },
    });
    world.channel = 'beta';
    expect(await updater.check()).toBe('up to date');
    world.channel = 'off';
    expect(await updater.check()).toBe('off');
    expect(done).toEqual(['beta']);
  });

  it('are not looked for by a copy that cannot update itself, which says so', async () => {
    const { updater, done } = newUpdater({ check: async () => 'by hand' });
    expect(await updater.check()).toBe('by hand');
    expect(done).toEqual([]);
  });

  it('that fail are reported', async () => {
    const { updater, done } = newUpdater({ check: () => Promise.reject(new Error('no network')) });
    expect(await updater.check()).toBe('failed');
    expect(done).toEqual(['update: no network']);
  });
});
