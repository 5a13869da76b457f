import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { command, commandHere, processesTimeoutMs, Site, unlimited } from '../../commands/host.ts';
import { end, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

const env = unlimited;

const original = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
afterAll(() => rmSync(original, { recursive: true }));

/** A data directory with an account, whose server has been stopped: a copy of one that is made once. */
async function usedDirectory(): Promise<string> {
  if (readdirSync(original).length === 0) {
    const server = await startServer(original, { env });
    await new Site(server.url).register('ada');
    await end(server, 'SIGTERM');
  }
  const dataDir = temporaryDirectory();
  cpSync(original, dataDir, { recursive: true });
  return dataDir;
}

/** All files in it except the lock, byte for byte. */
function contentOf(dataDir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dataDir).filter((name) => !name.startsWith('lock.sqlite'));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [name, statSync(join(dataDir, name)).isFile() ? readFileSync(join(dataDir, name), 'base64') : '']),
  );
}

describe('files of the database that disappear while the server runs', () => {
  const ways: readonly (readonly [string, string, (path: string) => void])[] = [
    ['the database is deleted', '', (path) => rmSync(path)],
    ['the log is deleted', '-wal', (path) => rmSync(path)],
    [
      'the database is replaced by a copy',
      '',
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ];
  for (const [what, part, go] of ways) {
    test(`${what}: the server exits with status 1, says what to do, and acknowledges nothing more`, async () => {
      const dataDir = temporaryDirectory();
      const server = await startServer(dataDir, { env });
      const site = new Site(server.url);
      await site.register('ada');
      const path = join(dataDir, `roomtone.sqlite${part}`);
      go(path);
      await expect(site.register('bob')).rejects.toThrow();
      expect(await server.ended).toBe(1);
      expect(server.out.stderr).toMatch(/Roomtone has to stop: .* while the server was using it\..* restore a backup/);
      expect(server.out.stderr).toContain(path);
    });
  }

  test('the whole directory is moved away while nothing is written: the server exits by itself', async () => {
    const dataDir = join(temporaryDirectory(), 'data');
    const server = await startServer(dataDir, { env });
    renameSync(dataDir, `${dataDir}-moved`);
    expect(await server.ended).toBe(1);
    expect(server.out.stderr).toContain(`${join(dataDir, 'roomtone.sqlite')} was deleted or moved away`);
    // No data is lost.
    const again = await startServer(`${dataDir}-moved`, { env });
    expect((await fetch(`${again.url}/health`)).status).toBe(200);
  });
});

test('a command that opens and closes the database while the server runs does not remove the server’s log', async () => {
  const dataDir = temporaryDirectory();
  // The first start creates the database.
  const server = await startServer(dataDir, { env });
  const site = new Site(server.url);
  await site.register('ada');
  for (const name of ['bob', 'eve']) {
    expect(await command(dataDir, ['user', 'add', name], { env, input: 'a good password\n' })).toMatchObject({
      status: 0,
    });
    expect(statSync(join(dataDir, 'roomtone.sqlite-wal')).isFile()).toBe(true);
  }
  await site.register('max');
  expect(await site.loginStatus('bob', 'a good password')).toBe(200);
  expect(await end(server, 'SIGTERM')).toBe(0);
});

describe('a data directory whose database is lost', () => {
  for (const [how, lose] of [
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
  ] as const) {
    test(`${how}: neither the server nor a command creates another without --new-database`, async () => {
      const dataDir = await usedDirectory();
      const path = join(dataDir, 'roomtone.sqlite');
      lose(path);
      const before = contentOf(dataDir);
      for (const args of [[], ['migrate'], ['user', 'add', 'eve']]) {
        const run = args.length === 0 ? command : commandHere;
        const refused = await run(dataDir, args, { env, input: 'a good password\n' });
        expect(refused.status, args.join(' ')).toBe(1);
        expect(refused.stderr).toContain(`The database ${path} is missing or empty`);
        expect(refused.stderr).toMatch(/jwt\.key.*restore a backup.*--new-database/);
        expect(contentOf(dataDir)).toEqual(before);
      }
      const server = await startServer(dataDir, { env, args: ['--new-database'] });
      expect(await new Site(server.url).loginStatus('ada')).toBe(401);
      await end(server, 'SIGTERM');
      await end(await startServer(dataDir, { env }), 'SIGTERM');
    });
  }

  test('even --new-database does not delete a log that is still there', async () => {
    const dataDir = temporaryDirectory();
    const server = await startServer(dataDir, { env });
    await new Site(server.url).register('ada');
    await end(server, 'SIGKILL');
    rmSync(join(dataDir, 'roomtone.sqlite'));
    const before = contentOf(dataDir);
    const refused = await command(dataDir, ['--new-database'], { env });
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('roomtone.sqlite-wal') });
    expect(contentOf(dataDir)).toEqual(before);
  });
});

describe('a file that is not a database of this version is left unchanged', () => {
  const path = (dataDir: string) => join(dataDir, 'roomtone.sqlite');
  const foreign = (dataDir: string, ...statements: string[]) => {
    const database = new Database(path(dataDir));
    for (const statement of statements) database.exec(statement);
    database.close();
  };
  const cases: readonly (readonly [string, RegExp, (dataDir: string) => void])[] = [
    [
      'garbage',
      /is not a Roomtone database/,
      (dir) => writeFileSync(path(dir), 'These are not the pages. '.repeat(400)),
    ],
    [
      'a database of another application',
      /is not a Roomtone database/,
      (dir) => foreign(dir, 'create table songs (name)'),
    ],
    [
      'a database of another application in WAL mode',
      /is not a Roomtone database/,
      (dir) => foreign(dir, 'pragma journal_mode = wal', 'create table songs (name)'),
    ],
    [
      'a database of another application that uses the same library for migrations',
      /is not a Roomtone database/,
      (dir) => foreign(dir, 'create table kysely_migration (name, timestamp)', 'create table songs (name)'),
    ],
    [
      'a database of another application according to its header',
      /is not a Roomtone database/,
      (dir) => foreign(dir, 'pragma application_id = 77', 'create table songs (name)'),
    ],
    [
      'a database of a newer version according to its header',
      /newer version.*schema 999/,
      (dir) =>
        foreign(dir, `pragma application_id = ${0x526d746e}`, 'pragma user_version = 999', 'create table songs (name)'),
    ],
    [
      'a database of a newer version according to its migrations',
      /newer version.*999-from-the-future/,
      (dir) =>
        foreign(
          dir,
          'pragma journal_mode = wal',
          `pragma application_id = ${0x526d746e}`,
          'pragma user_version = 101',
          'create table kysely_migration (name, timestamp)',
          "insert into kysely_migration values ('001-schema', ''), ('999-from-the-future', '')",
        ),
    ],
    [
      'a database from before the first migration, according to its header',
      /older version.*schema 17.*Start with another data directory/,
      (dir) =>
        foreign(dir, `pragma application_id = ${0x526d746e}`, 'pragma user_version = 17', 'create table songs (name)'),
    ],
    [
      'a database from before the first migration, according to its migrations',
      /older version.*000-invented/,
      (dir) =>
        foreign(
          dir,
          `pragma application_id = ${0x526d746e}`,
          'pragma user_version = 101',
          'pragma journal_mode = wal',
          'create table kysely_migration (name, timestamp)',
          "insert into kysely_migration values ('000-invented', '')",
        ),
    ],
    ['a directory', /is not a file/, (dir) => mkdirSync(path(dir))],
  ];
  for (const [what, message, make] of cases) {
    test(what, async () => {
      const dataDir = temporaryDirectory();
      make(dataDir);
      const before = contentOf(dataDir);
      const refused = await command(dataDir, [], { env });
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(message);
      expect(refused.stderr).toContain(path(dataDir));
      expect(contentOf(dataDir)).toEqual(before);
    });
  }
});

const isRoot = process.getuid?.() === 0;

test('a database without write permission is named, with advice', async () => {
  const dataDir = await usedDirectory();
  const path = join(dataDir, 'roomtone.sqlite');
  chmodSync(path, 0o400);
  // Without this capability, the permission applies to root as well.
  const through = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  const refused = await command(dataDir, [], { env, through });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`${path} cannot be read and written by this account (EACCES)`);
});

test.skipIf(!isRoot || process.platform !== 'linux')(
  'a data directory on a read-only disk is named, with advice',
  async () => {
    const used = await usedDirectory();
    const disk = temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', 'roomtone-test', disk]);
    onTestFinished(() => void execFileSync('umount', [disk]));
    cpSync(used, disk, { recursive: true });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const refused = await command(disk, [], { env });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/cannot be read and written by this account \(EROFS\)/);
    expect(refused.stderr).toContain(disk);
  },
);
