import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keychainWaitMs, openKeychain } from '../src/main/keychain/keychain.ts';
import { KeychainTokenKeeper } from '../src/main/keychain/keychain-tokens.ts';
import { tokenKeeperContract, tokens } from './contracts/token-keeper.ts';
import { MemoryKeychain } from './support/memory-keychain.ts';
import { resultsIn } from './support/story-results.ts';

const isSkipped = (process.env['ROOMTONE_SKIP'] ?? '').split(',').includes('gnome-keyring');

describe('sign-ins in a keychain in memory', () => {
  for (const { title, act } of tokenKeeperContract) it(title, () => act(new MemoryKeychain()));
});

describe('without a keychain', () => {
  const broken = async (): Promise<never> => {
    throw new Error('no library');
  };

  it('nothing is stored, and nothing fails', async () => {
    const keychain = openKeychain(broken);
    expect(await keychain).toBeUndefined();
    const keeper = new KeychainTokenKeeper(keychain, () => 'key:studio');
    await keeper.save('https://studio', tokens('ann', 'a'));
    expect(await keeper.load('https://studio')).toBeNull();
    await keeper.forget('https://studio');
  });

  it('the first access detects that no service answers, or that it is locked', async () => {
    const locked = Object.assign(new MemoryKeychain(), { findCredentials: broken });
    expect(await openKeychain(async () => locked)).toBeUndefined();
  });
});

describe('a keychain that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps nobody waiting, and is used as soon as it answers', async () => {
    const memory = new MemoryKeychain();
    await new KeychainTokenKeeper(Promise.resolve(memory), () => 'key:studio').save('studio', tokens('ann', 'a'));
    let unlock = (_keychain: MemoryKeychain) => {};
    const opening = new Promise<MemoryKeychain>((resolve) => {
      unlock = resolve;
    });
    const keeper = new KeychainTokenKeeper(opening, () => 'key:studio');
    const early = Promise.all([keeper.load('studio'), keeper.isAvailable()]);
    await vi.advanceTimersByTimeAsync(keychainWaitMs);
    expect(await early).toEqual([null, false]);
    unlock(memory);
    expect(await keeper.load('studio')).toEqual(tokens('ann', 'a'));
    expect(await keeper.isAvailable()).toBe(true);
  });

  it('fails no call if it stops answering later', async () => {
    const never = () => new Promise<never>(() => {});
    const hung = Object.assign(new MemoryKeychain(), { findCredentials: never, setPassword: never });
    const keeper = new KeychainTokenKeeper(Promise.resolve(hung), () => 'key:studio');
    const calls = Promise.all([keeper.save('studio', tokens('ann', 'a')), keeper.load('studio')]);
    await vi.advanceTimersByTimeAsync(2 * keychainWaitMs);
    expect((await calls)[1]).toBeNull();
  });
});

it.skipIf(isSkipped)('sign-ins in a real Secret Service behave as in memory, and other programs can see them', () => {
  const home = mkdtempSync(join(tmpdir(), 'roomtone-keyring-'));
  const stories = fileURLToPath(new URL('./keychain/stories.ts', import.meta.url));
  const unlock = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null';
  try {
    const { stdout, stderr } = spawnSync(
      'dbus-run-session',
      ['--', 'bash', '-c', `${unlock} && exec "$0" "$1"`, process.execPath, stories],
      {
        encoding: 'utf8',
        env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_RUNTIME_DIR: home },
        timeout: 100_000,
      },
    );
    const results = resultsIn(stdout);
    expect(results.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(results, stderr).toHaveLength(tokenKeeperContract.length + 2);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
