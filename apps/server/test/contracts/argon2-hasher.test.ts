import { expect, test } from 'vitest';
import { argon2InWebAssembly, createArgon2Hasher } from '../../src/adapters/argon2-hasher.ts';
import { PasswordQueue } from '../../src/adapters/password-queue.ts';

const cheap = { memoryKib: 8, passes: 1 };

test('S11.5: passwords are stored with argon2id, at the cost that OWASP recommends', async () => {
  const hasher = createArgon2Hasher();
  expect(await hasher.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('S11.5: a password matches its own hash only, and never an absent hash', async () => {
  const hasher = createArgon2Hasher(cheap);
  const hash = await hasher.hash('correct horse');
  expect(await hasher.hash('correct horse')).not.toBe(hash);
  expect(await hasher.verify(hash, 'correct horse')).toBe(true);
  expect(await hasher.verify(hash, 'correct Horse')).toBe(false);
  expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
});

test('S11.5: a password fits however a device composes its letters and whichever space it types, and in no other spelling', async () => {
  const hasher = createArgon2Hasher(cheap);
  const hash = await hasher.hash('Caf\u00e9 \u00fcber');
  for (const same of ['Cafe\u0301 u\u0308ber', 'Caf\u00e9\u00a0\u00fcber', 'Cafe\u0301\u3000\u00fcber']) {
    expect(await hasher.verify(hash, same)).toBe(true);
    expect(await hasher.verify(await hasher.hash(same), 'Caf\u00e9 \u00fcber')).toBe(true);
  }
  for (const other of ['Cafe \u00fcber', 'caf\u00e9 \u00fcber', 'Caf\u00e9\u00fcber', 'Caf\u00e9  \u00fcber']) {
    expect(await hasher.verify(hash, other)).toBe(false);
  }
});

test('ports: of many calls at once each gets its own result', async () => {
  const hasher = createArgon2Hasher({ ...cheap, queue: new PasswordQueue(2) });
  const passwords = Array.from({ length: 12 }, (_, index) => `password ${index}`);
  const hashes = await Promise.all(passwords.map((password) => hasher.hash(password)));
  const matches = await Promise.all(hashes.map((hash, index) => hasher.verify(hash, passwords[index] ?? '')));
  expect(matches).toEqual(passwords.map(() => true));
  await expect(hasher.verify('not a hash', 'password')).rejects.toThrow();
  expect(await hasher.verify(hashes[0], 'password 0')).toBe(true);
});

test('S11.5: where the binary does not load, WebAssembly makes and checks the same hashes', async () => {
  const [binary, webAssembly] = [createArgon2Hasher(), createArgon2Hasher({ library: argon2InWebAssembly })];
  const hashes = [await binary.hash('correct horse'), await webAssembly.hash('correct horse')];
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const hasher of [binary, webAssembly]) {
      expect(await hasher.verify(hash, 'correct horse')).toBe(true);
      expect(await hasher.verify(hash, 'correct Horse')).toBe(false);
    }
  }
  expect(await webAssembly.verify(undefined, 'correct horse')).toBe(false);
  await expect(webAssembly.verify('not a hash', 'password')).rejects.toThrow();
});

/** Work that ends when it is told to, and the order in which it began. */
function manualWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.push(() => resolve(name));
    });
  return { begun, ends, work };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('S10.16: sign-ins go before all other password work, however much of it waits', async () => {
  const queue = new PasswordQueue(1);
  const { begun, ends, work } = manualWork();
  const names = ['room 1', 'room 2', 'room 3'];
  const done = names.map((name) => queue.run('other', work(name)));
  done.push(queue.run('login', work('login')));
  for (let one = 0; one < 4; one++) {
    await turn();
    ends[one]?.();
  }
  await Promise.all(done);
  expect(begun).toEqual(['room 1', 'login', 'room 2', 'room 3']);
});

test('S10.16: no more than 32 wait, apart from sign-ins, and a refused one takes no place', async () => {
  const queue = new PasswordQueue(1);
  const { ends, work } = manualWork();
  const done = Array.from({ length: 33 }, (_, index) => queue.run('other', work(`room ${index}`)));
  await expect(queue.run('other', work('one more'))).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { limit: 32 },
  });
  done.push(queue.run('login', work('login')));
  for (let one = 0; one < 34; one++) {
    await turn();
    ends[one]?.();
  }
  expect(await Promise.all(done)).toHaveLength(34);
});

test('S10.16: work that fails makes place for the next', async () => {
  const queue = new PasswordQueue(1);
  const failed = queue.run('other', () => Promise.reject(new Error('no memory')));
  const next = queue.run('other', async () => 'done');
  await expect(failed).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});
