import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createElectronUpdates, type ElectronUpdater } from './electron-updates.ts';

const inTheWay = { makeWay: async () => {}, restart: () => {} };

/** A source over an updater of Electron's whose check has this result. */
function sourceThatFinds(found: unknown) {
  const autoUpdater = Object.assign(new EventEmitter(), { checkForUpdates: async () => found });
  return createElectronUpdates(async () => ({ autoUpdater }) as unknown as ElectronUpdater, inTheWay);
}

it.each([
  ['a newer version', { isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }, { version: '2.0.0' }],
  ['no newer version', { isUpdateAvailable: false, updateInfo: { version: '1.0.0' } }, 'up to date'],
  ['nothing, since this copy was unpacked by hand', null, 'by hand'],
])('a check that finds %s', async (_what, found, answer) => {
  expect(await sourceThatFinds(found).check('stable')).toEqual(answer);
});

it('a new version starts only after the server has stopped and the lock is free; if it cannot be installed, this one starts again', async () => {
  const done: string[] = [];
  const autoUpdater = Object.assign(new EventEmitter(), { quitAndInstall: () => done.push('install') });
  const source = createElectronUpdates(async () => ({ autoUpdater }) as unknown as ElectronUpdater, {
    makeWay: async () => {
      await Promise.resolve();
      done.push('out of the way');
    },
    restart: () => done.push('restart'),
  });
  await source.install();
  expect(done).toEqual(['out of the way', 'install']);
  autoUpdater.emit('error', new Error('the folder is read-only'));
  expect(done.at(-1)).toBe('restart');
});
