import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { findDamage, watchIntegrity } from './watch-integrity.ts';

/** A database whose index says something else than its table. */
function damagedIndex(): string {
  const path = join(temporaryDirectory(), 'damaged.sqlite');
  const database = new Database(path);
  database.exec('create table rooms (name text, owner text); create index rooms_by_name on rooms (name)');
  database.prepare('insert into rooms values (?, ?)').run('Loft', 'ada');
  database.unsafeMode();
  database.pragma('writable_schema = on');
  database.exec("update sqlite_schema set sql = 'create index rooms_by_name on rooms (owner)' where type = 'index'");
  database.close();
  return path;
}

test('S21.10: damage in an index, which no page shows, is found in the background, logged, and told', async () => {
  const path = damagedIndex();
  const [errors, waiting]: [object[], (() => Promise<void>)[]] = [[], []];
  const log = { error: (about: object) => errors.push(about), warn() {} };
  const later = (run: () => void) => waiting.push(run as () => Promise<void>);
  const integrity = watchIntegrity(path, { log, later });
  expect(integrity.isWhole).toBe(true);
  await waiting.shift()?.();
  expect(integrity.isWhole).toBe(false);
  expect(errors).toMatchObject([{ path, problems: [expect.stringContaining('rooms_by_name')] }]);
  const repaired = new Database(path);
  repaired.exec('reindex');
  repaired.close();
  await waiting.shift()?.();
  expect(integrity.isWhole).toBe(true);
});

test('S21.10: a check that cannot be made says so, and changes nothing', async () => {
  const warnings: string[] = [];
  const log = { error() {}, warn: (_: object, message: string) => warnings.push(message) };
  const waiting: (() => Promise<void>)[] = [];
  const missing = join(temporaryDirectory(), 'missing.sqlite');
  const integrity = watchIntegrity(missing, { log, later: (run) => waiting.push(run as () => Promise<void>) });
  await waiting.shift()?.();
  expect([integrity.isWhole, warnings, waiting.length]).toEqual([true, ['the database could not be checked'], 1]);
  await expect(findDamage(missing)).rejects.toThrow();
});
