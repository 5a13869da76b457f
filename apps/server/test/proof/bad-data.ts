// Data directories that no server should take, made from a good one.
import { closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileNames } from '../../src/adapters/files/file-names.ts';

export interface BadData {
  readonly name: string;
  /** What the server has to name, below the data directory; the directory itself where empty. */
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes it bad. */
  spoil(dataDir: string, random: () => number): void;
  /** What the server is run by, where that makes it bad. */
  through?(dataDir: string): readonly string[];
}

const { database, firstKey, accessTokenKeys, tlsKey } = fileNames;

export const badData: readonly BadData[] = [
  {
    name: 'a database without its beginning',
    file: database,
    spoil: (dataDir) => overwrite(join(dataDir, database), 0, Buffer.alloc(100)),
  },
  {
    name: 'a damaged page of the database',
    file: database,
    spoil: (dataDir, random) => {
      const path = join(dataDir, database);
      const pages = statSync(path).size / 4096;
      const page = 1 + Math.floor(random() * (pages - 1));
      overwrite(path, page * 4096, Buffer.from(Array.from({ length: 4096 }, () => Math.floor(random() * 256))));
    },
  },
  {
    name: 'half a database',
    file: database,
    spoil: (dataDir) => truncateSync(join(dataDir, database), Math.floor(statSync(join(dataDir, database)).size / 2)),
  },
  { name: 'an empty database file', file: database, spoil: (dataDir) => truncateSync(join(dataDir, database)) },
  { name: 'keys without a database', file: database, spoil: (dataDir) => rmSync(join(dataDir, database)) },
  {
    name: 'text for a database',
    file: database,
    spoil: (dataDir) => writeFileSync(join(dataDir, database), 'Dear diary,\n'.repeat(1_000)),
  },
  {
    name: "another program's database",
    file: database,
    spoil: (dataDir) => {
      rmSync(join(dataDir, database));
      changeDatabase(dataDir, "create table recipes (name text); insert into recipes values ('bread')");
    },
  },
  {
    name: 'a database of a newer version',
    file: database,
    spoil: (dataDir) => changeDatabase(dataDir, "insert into kysely_migration values ('999-later', '2040-01-01')"),
  },
  {
    name: 'a folder for a database',
    file: database,
    spoil: (dataDir) => {
      rmSync(join(dataDir, database));
      mkdirSync(join(dataDir, database));
    },
  },
  { name: 'an empty key', file: firstKey, spoil: (dataDir) => truncateSync(join(dataDir, firstKey)) },
  {
    name: 'damaged keys of access tokens',
    file: accessTokenKeys,
    spoil: (dataDir) => writeFileSync(join(dataDir, accessTokenKeys), '{"current":'),
  },
  {
    name: 'a damaged TLS key',
    file: tlsKey,
    env: { ROOMTONE_TLS: 'auto' },
    spoil: (dataDir) => writeFileSync(join(dataDir, tlsKey), '-----BEGIN PRIVATE KEY-----\n'),
  },
  {
    name: 'a disk that is read-only',
    file: '',
    spoil: () => {},
    through: (dataDir) => {
      const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
      return ['unshare', '--mount', 'sh', '-c', mount, dataDir];
    },
  },
];

function overwrite(path: string, position: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

function changeDatabase(dataDir: string, change: string): void {
  const opened = new Database(join(dataDir, database));
  opened.exec(change);
  opened.close();
}
