import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { CommandFailure } from '../../src/application/hosting/command-failure.ts';
import { restore } from '../../src/commands/restore.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { archiveOf, databaseEntry, type Entry, fileOf, key, picture, promiseOf, tarOf } from './archives.ts';
import { command, processesTimeoutMs } from './host.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const at = (dataDir: string) => ({ dataDir, avatarDir: undefined });
const quiet = { say: () => {}, signal: new AbortController().signal };
const mebibyte = 1024 * 1024;

/** Expects a restore to fail without changing anything; resolves with the error. */
async function refusal(archive: string): Promise<string> {
  const parent = temporaryDirectory();
  const dataDir = join(parent, 'data');
  writeFileSync(join(parent, 'evil'), 'as before');
  const error = await restore(at(dataDir), archive, quiet).catch((thrown: unknown) => thrown);
  expect(readdirSync(parent)).toEqual(['evil']);
  expect(readFileSync(join(parent, 'evil'), 'utf8')).toBe('as before');
  expect(error).toBeInstanceOf(CommandFailure);
  return String(error);
}

test('S4.13: a restore puts all files of a backup in place', async () => {
  const dataDir = temporaryDirectory();
  await restore(at(dataDir), await archiveOf([await databaseEntry(), key, picture]), quiet);
  expect(readdirSync(dataDir).sort()).toEqual(['avatars', 'jwt.key', 'roomtone.sqlite']);
  expect(readFileSync(join(dataDir, picture.name), 'utf8')).toBe('a picture');
});

test.each<[string, Entry, RegExp]>([
  ['../ in a name', { name: '../evil', content: 'x' }, /"\.\.\/evil" does not belong/],
  ['../ after a good start', { name: 'avatars/../../evil', content: 'x' }, /does not belong/],
  ['an absolute path', { name: '/tmp/roomtone-evil', content: 'x' }, /does not belong/],
  ['a backslash', { name: '..\\evil', content: 'x' }, /does not belong/],
  ['an unknown name', { name: 'lock.sqlite', content: 'x' }, /does not belong/],
  ['a picture by another name', { name: 'avatars/evil.webp', content: 'x' }, /does not belong/],
  ['another journal', { name: 'roomtone.sqlite-wal', content: 'x' }, /does not belong/],
  ['a symbolic link', { name: 'jwt.key', type: 'symlink', linkname: '../evil' }, /"jwt.key" is not a file/],
  ['a hard link', { name: 'jwt.key', type: 'link', linkname: '/etc/passwd' }, /"jwt.key" is not a file/],
  ['a directory', { name: 'roomtone.sqlite', type: 'directory' }, /does not belong|is not a file/],
  ['a device', { name: 'jwt.key', type: 'character-device' }, /is not a file/],
  ['a pipe', { name: 'jwt.key', type: 'fifo' }, /is not a file/],
  ['a name with control characters', { name: 'a\u001b[2Jb', content: 'x' }, /"a\\u001b\[2Jb" does not belong/],
  ['a key of more than 1 MiB', { name: 'tls-key.pem', content: Buffer.alloc(mebibyte + 1) }, /is too large/],
  ['a picture of more than 5 MiB', { ...picture, content: Buffer.alloc(5 * mebibyte + 1) }, /is too large/],
  ['a long name in an extra header', { name: 'x', pax: { path: '../evil' }, content: 'x' }, /does not belong/],
  ['a size in an extra header', { name: 'jwt.key', pax: { size: '99999999999' }, content: 'x' }, /is too large/],
])('S4.14: an archive with %s changes nothing', async (_what, entry, words) => {
  expect(await refusal(await archiveOf([await databaseEntry(), entry]))).toMatch(words);
  expect(existsSync('/tmp/roomtone-evil')).toBe(false);
});

test('S4.14: an entry of the maximum size is restored, and one that occurs twice is not', async () => {
  const dataDir = temporaryDirectory();
  const most = { ...picture, content: Buffer.alloc(5 * mebibyte, 1) };
  await restore(at(dataDir), await archiveOf([await databaseEntry(), most]), quiet);
  expect(readFileSync(join(dataDir, picture.name)).byteLength).toBe(5 * mebibyte);
  expect(await refusal(await archiveOf([key, await databaseEntry(), key]))).toMatch(/"jwt.key" appears twice/);
});

test('S4.14: an archive that declares more than the disk can hold changes nothing, even if it is small', async () => {
  for (const size of [2 ** 50, Number.MAX_SAFE_INTEGER]) {
    const tar = await promiseOf('roomtone.sqlite', size);
    expect(await refusal(fileOf(gzipSync(tar)))).toMatch(/not enough disk space/);
  }
});

test('S4.14: an archive that unpacks to much more than its content is abandoned early', async () => {
  const tar = await tarOf([await databaseEntry(), key]);
  const zeros = gzipSync(Buffer.alloc(64 * mebibyte));
  const ending = tar.subarray(0, tar.byteLength - 1024);
  expect(await refusal(fileOf(Buffer.concat([gzipSync(ending), zeros])))).toMatch(/much larger than its contents/);
});

test('S4.14: a file that is not a complete archive changes nothing', async () => {
  const whole = readFileSync(await archiveOf([await databaseEntry(), key, picture]));
  const tar = gunzipSync(whole);
  const damaged = Buffer.from(whole);
  const half = Math.floor(whole.byteLength / 2);
  damaged.fill(0xff, half, half + 8);
  const broken = [
    Buffer.alloc(0),
    Buffer.from('not an archive'),
    whole.subarray(0, half),
    whole.subarray(0, whole.byteLength - 4),
    damaged,
    gzipSync('not a tar archive'.repeat(100)),
    gzipSync(tar.subarray(0, 2000)),
    gzipSync(Buffer.alloc(1024)),
    gzipSync(await tarOf([key, picture])),
  ];
  for (const bytes of broken) expect(await refusal(fileOf(bytes))).toMatch(/The archive cannot be restored: .+\.$/);
});

test('S4.14: a database that cannot be trusted changes nothing', async () => {
  const refusalOf = async (entry: Entry) => refusal(await archiveOf([key, entry]));
  const good = await databaseEntry();
  const damaged = Buffer.from(good.content ?? '');
  damaged.fill(0xff, 4096, 3 * 4096);
  expect(await refusalOf({ ...good, content: 'no database'.repeat(100) })).toMatch(/not a database/);
  expect(await refusalOf({ ...good, content: '' })).toMatch(/not Roomtone's/);
  expect(await refusalOf({ ...good, content: damaged })).toMatch(/cannot be restored: /);
  expect(await refusalOf(await databaseEntry('drop table kysely_migration'))).toMatch(/not Roomtone's/);
  const newer = "insert into kysely_migration values ('999-later', '2030')";
  expect(await refusalOf(await databaseEntry(newer))).toMatch(/newer version of Roomtone \(it has 999-later\)/);
  const trigger = 'create trigger t after insert on users begin delete from users; end';
  expect(await refusalOf(await databaseEntry(trigger))).toMatch(/triggers or views/);
  const loose = "insert into sessions values ('s', 'nobody', '', '', 0, 0, 0, 0, '', '')";
  expect(await refusalOf(await databaseEntry(loose))).toMatch(/refers to rows that are missing/);
});

test('S4.13: a directory that is not empty is left unchanged; a leftover lock does not count', async () => {
  const archive = await archiveOf([await databaseEntry(), key]);
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'lock.sqlite'), '');
  writeFileSync(join(dataDir, 'notes.txt'), 'mine');
  await expect(restore(at(dataDir), archive, quiet)).rejects.toThrow(`${dataDir} is not empty.`);
  expect(readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'notes.txt']);
  rmSync(join(dataDir, 'notes.txt'));
  await restore(at(dataDir), archive, quiet);
  expect(readdirSync(dataDir).sort()).toEqual(['jwt.key', 'lock.sqlite', 'roomtone.sqlite']);
  const cutOff = temporaryDirectory();
  mkdirSync(join(cutOff, 'restoring'));
  await expect(restore(at(cutOff), archive, quiet)).rejects.toThrow('is not empty');
});

test('S4.13: a restore that the host interrupts changes nothing', async () => {
  const parent = temporaryDirectory();
  const archive = await archiveOf([await databaseEntry(), key]);
  const stopped = { ...quiet, signal: AbortSignal.abort() };
  await expect(restore(at(join(parent, 'data')), archive, stopped)).rejects.toMatchObject({ name: 'AbortError' });
  expect(readdirSync(parent)).toEqual([]);
});

test('S4.14: restore ends with status 1 for a hostile archive and for a missing one', async () => {
  const hostile = await archiveOf([{ name: '../evil', content: 'x' }]);
  const dataDir = join(temporaryDirectory(), 'data');
  expect(await command(dataDir, ['restore', hostile])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The archive cannot be restored: "../evil" does not belong in a backup.\n',
  });
  expect(readdirSync(dirname(dataDir))).toEqual([]);
  const absent = await command(dataDir, ['restore', join(dataDir, 'none')]);
  expect(absent).toMatchObject({ status: 1, stderr: `${join(dataDir, 'none')} does not exist.\n` });
});
