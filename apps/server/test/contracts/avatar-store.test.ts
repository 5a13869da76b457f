import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileAvatarStore } from '../../src/adapters/avatars/file-avatar-store.ts';
import type { AvatarStore } from '../../src/ports/avatars.ts';
import { createMemoryAvatarStore } from '../support/memory-avatar-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const one = new Uint8Array([1, 2, 3]);
const two = new Uint8Array([1, 2, 4]);
const newDirectory = () => join(temporaryDirectory(), 'avatars');

const adapters: [string, () => AvatarStore][] = [
  ['memory', createMemoryAvatarStore],
  ['files', () => createFileAvatarStore(newDirectory())],
];

describe.each(adapters)('%s', (_name, create) => {
  test('ports: a picture is stored under a name derived from its content and its user', async () => {
    const store = create();
    const names = [
      await store.put('ada', one),
      await store.put('ada', two),
      await store.put('grace', one),
      await store.put('ada', one),
    ];
    expect(new Set(names).size).toBe(3);
    expect(names[3]).toBe(names[0]);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{40}\.webp$/);
    const bytes = await Promise.all(names.map(async (name) => [...((await store.get(name)) ?? [])]));
    expect(bytes).toEqual([[...one], [...two], [...one], [...one]]);
  });

  test('ports: removing a picture leaves the others', async () => {
    const store = create();
    const first = await store.put('ada', one);
    const second = await store.put('ada', two);
    await store.remove(first);
    await store.remove(first);
    expect(await store.get(first)).toBeUndefined();
    expect(await store.get(second)).toBeDefined();
  });

  test('ports: an unknown name finds nothing, whatever its form', async () => {
    const store = create();
    for (const name of [`${'0'.repeat(40)}.webp`, '', '.', '..', '../roomtone.sqlite', '/etc/passwd', 'a\0b']) {
      expect(await store.get(name)).toBeUndefined();
      await store.remove(name);
    }
  });
});

test('S1.10: only the owner can read the files, and other files in the directory are left alone', async () => {
  const directory = newDirectory();
  const store = createFileAvatarStore(directory);
  const name = await store.put('ada', one);
  await Promise.all(Array.from({ length: 8 }, () => store.put('ada', one)));
  writeFileSync(join(directory, 'notes.txt'), 'mine');
  await store.remove('notes.txt');
  expect(readdirSync(directory).sort()).toEqual([name, 'notes.txt'].sort());
  expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});
