import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { hasDevice } from './network-kinds.ts';

test('R16.14: on Linux, cards and bridges over them are physical; bridges of containers and tunnels are not, whatever their names', () => {
  const sysfs = temporaryDirectory();
  for (const path of [
    'enp3s0/device',
    'house/lower_enp3s0',
    'guests/lower_house',
    'kitchen/lower_pod7',
    'pod7/queues',
    'music/queues',
  ]) {
    mkdirSync(join(sysfs, path), { recursive: true });
  }
  const names = ['enp3s0', 'house', 'guests', 'kitchen', 'pod7', 'music', 'gone'];
  expect(names.filter((name) => hasDevice(sysfs, name))).toEqual(['enp3s0', 'house', 'guests']);
});
