import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createElectronUpdates, type ElectronUpdater } from './electron-updates.ts';

/** A source over an updater of Electron's whose check has this result. */
function sourceThatFinds(found: unknown) {
  const autoUpdater = Object.assign(new EventEmitter(), { checkForUpdates: async () => found });
  return createElectronUpdates(async () => ({ autoUpdater }) as unknown as ElectronUpdater);
}

it.each([
  ['a newer version', { isUpdateAvailable: true, updateInfo: { version: '2.0.0' } }, { version: '2.0.0' }],
  ['no newer version', { isUpdateAvailable: false, updateInfo: { version: '1.0.0' } }, 'up to date'],
  ['nothing, since this copy was unpacked by hand', null, 'by hand'],
])('a check that finds %s', async (_what, found, answer) => {
  expect(await sourceThatFinds(found).check('stable')).toEqual(answer);
});
