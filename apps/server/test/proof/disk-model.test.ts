import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../../packages/sdk/test/random.ts';
import { DiskModel } from '../../../../testing/faults/disk-model.ts';
import type { Change } from '../../../../testing/faults/trace.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const states = 200;
const folder = '/data';
const file = `${folder}/file`;

test('a file that was synced along with its folder survives every power loss', () => {
  const seen = statesAfter([
    change('create', file),
    change('write', file, 'safe'),
    change('sync', file),
    change('sync', folder),
  ]);
  expect(seen).toEqual(new Set(['file: safe']));
});

test('a name may be lost until its folder is synced, and so may writes since the last sync of the file', () => {
  const seen = statesAfter([
    change('create', file),
    change('write', file, 'safe'),
    change('sync', file),
    change('write', file, 'lost'),
  ]);
  expect(seen).toEqual(new Set(['', 'file: safe', 'file: lost']));
});

test('a renamed file has its old name or its new one, but never none', () => {
  const other = `${folder}/other`;
  const seen = statesAfter([
    change('create', file),
    change('write', file, 'safe'),
    change('sync', file),
    change('sync', folder),
    { ...change('rename', file), other },
  ]);
  expect(seen).toEqual(new Set(['file: safe', 'other: safe']));
});

test('a removed file may reappear', () => {
  const seen = statesAfter([
    change('create', file),
    change('sync', folder),
    change('write', file, 'safe'),
    change('sync', file),
    change('unlink', file),
  ]);
  expect(seen).toEqual(new Set(['', 'file: safe']));
});

test('a write is torn only at block boundaries', () => {
  const into = temporaryDirectory();
  const random = seededRandom(7);
  const disk = new DiskModel();
  const data = Buffer.alloc(8192, 1);
  for (const each of [change('create', file), change('sync', folder), { ...change('write', file), data }])
    disk.apply(each);
  const sizes = new Set<number>();
  for (let state = 0; state < states; state++) {
    const target = join(into, String(state));
    mkdirSync(target);
    disk.writeState(folder, target, random);
    sizes.add(statSync(join(target, 'file')).size % 512);
    const bytes = readFileSync(join(target, 'file'));
    for (let at = 0; at < bytes.length; at += 512) {
      const block = bytes.subarray(at, at + 512);
      expect(block.every((byte) => byte === block[0])).toBe(true);
    }
  }
  expect(sizes).toEqual(new Set([0]));
});

function change(kind: Change['kind'], path: string, text = ''): Change {
  return { kind, path, other: '', offset: 0, data: Buffer.from(text), end: 0 };
}

/** All states that the model produces, each as `name: content` of its files. */
function statesAfter(changes: readonly Change[]): Set<string> {
  const into = temporaryDirectory();
  const random = seededRandom(1);
  const disk = new DiskModel();
  for (const each of changes) disk.apply(each);
  const seen = new Set<string>();
  for (let state = 0; state < states; state++) {
    const target = join(into, String(state));
    mkdirSync(target);
    disk.writeState(folder, target, random);
    seen.add(
      readdirSync(target)
        .map((name) => `${name}: ${readFileSync(join(target, name), 'utf8')}`)
        .join(),
    );
  }
  return seen;
}
