import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFileAvatarStore } from '../../src/adapters/avatars/file-avatar-store.ts';
import { createS3AvatarStore } from '../../src/adapters/avatars/s3-avatar-store.ts';
import type { AvatarStore } from '../../src/ports/avatars.ts';
import { openBucket } from '../support/bucket.ts';
import { createMemoryAvatarStore } from '../support/memory-avatar-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const one = new Uint8Array([1, 2, 3]);
const two = new Uint8Array([1, 2, 4]);
const newDirectory = () => join(temporaryDirectory(), 'avatars');

const adapters: [string, () => AvatarStore | Promise<AvatarStore>][] = [
  ['memory', createMemoryAvatarStore],
  ['files', () => createFileAvatarStore(newDirectory())],
  ['a bucket', async () => createS3AvatarStore(await openBucket())],
];

describe.each(adapters)('%s', (_name, create) => {
  test('ports: a picture is stored under a name derived from its content and its user', async () => {
    const store = await create();
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
    const store = await create();
    const first = await store.put('ada', one);
    const second = await store.put('ada', two);
    await store.remove(first);
    await store.remove(first);
    expect(await store.get(first)).toBeUndefined();
    expect(await store.get(second)).toBeDefined();
  });

  test('ports: an unknown name finds nothing, whatever its form', async () => {
    const store = await create();
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

test('S14.10: a bucket that refuses the key, is missing or does not answer is an error, and never an absent picture', async () => {
  const bucket = await openBucket();
  const wrongKey = createS3AvatarStore({ ...bucket, secretAccessKey: 'guessed' });
  await expect(wrongKey.put('ada', one)).rejects.toThrow('answered PUT with 403');
  await expect(wrongKey.get(`${'0'.repeat(40)}.webp`)).rejects.toThrow('answered GET with 403');
  const missing = createS3AvatarStore({ ...bucket, url: bucket.url.replace('pictures', 'others') });
  await expect(missing.put('ada', one)).rejects.toThrow('does not exist');
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const hanging = createS3AvatarStore({ ...bucket, url: `http://127.0.0.1:${port}/pictures`, timeoutMs: 50 });
  await expect(hanging.put('ada', one)).rejects.toThrow(/timeout/);
});
