import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FileTokenStore, KeychainTokenStore } from './node.ts';
import { LocalStorageTokenStore, MemoryTokenStore, type TokenStore } from './token-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'roomtone-tokens-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function aKeychain(kept: Map<string, string>) {
  return {
    getPassword: async (service: string, account: string) => kept.get(`${service} ${account}`) ?? null,
    setPassword: async (service: string, account: string, password: string) => {
      kept.set(`${service} ${account}`, password);
    },
    deletePassword: async (service: string, account: string) => kept.delete(`${service} ${account}`),
  };
}

const entries = new Map<string, string>();
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
};

describe.each<[string, () => TokenStore]>([
  ['MemoryTokenStore', () => new MemoryTokenStore()],
  ['LocalStorageTokenStore', () => new LocalStorageTokenStore('roomtone', () => storage)],
  ['FileTokenStore', () => new FileTokenStore(join(folder, 'deep', 'tokens.json'))],
  ['KeychainTokenStore', () => new KeychainTokenStore(aKeychain(new Map()), { account: 'http://a' })],
])('%s', (_name, make) => {
  test('gives back what was saved last, until it is cleared', async () => {
    const store = make();
    expect(await store.load()).toBeUndefined();
    await store.clear();
    await store.save({ refreshToken: 'r1', userId: 'u' });
    await store.save({ refreshToken: 'r2', userId: 'u' });
    expect(await store.load()).toEqual({ refreshToken: 'r2', userId: 'u' });
    await store.clear();
    expect(await store.load()).toBeUndefined();
  });
});

test('a file is for its owner only, and nothing else is left beside it', async () => {
  const path = join(folder, 'alone', 'tokens.json');
  await new FileTokenStore(path).save({ refreshToken: 'r', userId: 'u' });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'alone'))).toEqual(['tokens.json']);
});

test('what is damaged counts as nothing; what cannot be read is an error', async () => {
  const path = join(folder, 'damaged.json');
  writeFileSync(path, '{"refreshToken":');
  expect(await new FileTokenStore(path).load()).toBeUndefined();
  writeFileSync(path, '{"refreshToken":1}');
  expect(await new FileTokenStore(path).load()).toBeUndefined();
  await expect(new FileTokenStore(folder).load()).rejects.toMatchObject({ code: 'EISDIR' });
});
