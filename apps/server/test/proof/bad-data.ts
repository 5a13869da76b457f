// Data directories that a server must refuse, made from a good one.
import { closeSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileNames } from '../../src/adapters/files/file-names.ts';

export interface BadData {
  readonly name: string;
  /** The file below the data directory that the server has to name; empty for the directory itself. */
  readonly file: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Damages a good directory. */
  damage(dataDir: string, random: () => number): void;
  /** A command to run the server with, if that is what makes the directory unusable. */
  through?(dataDir: string): readonly string[];
}

const { database, firstKey, accessTokenKeys, tlsKey } = fileNames;

export const badData: readonly BadData[] = [
  {
    name: 'a database without its beginning',
    file: database,
    damage: (dataDir) => overwrite(join(dataDir, database), 0, Buffer.alloc(100)),
  },
  {
    name: 'a damaged page of the database',
    file: database,
    damage: (dataDir, random) => {
      const path = join(dataDir, database);
      const pages = statSync(path).size / 4096;
      const page = 1 + Math.floor(random() * (pages - 1));
      overwrite(path, page * 4096, Buffer.from(Array.from({ length: 4096 }, () => Math.floor(random() * 256))));
    },
  },
  {
    name: 'half a database',
    file: database,
    damage: (dataDir) => truncateSync(join(dataDir, database), Math.floor(statSync(join(dataDir, database)).size / 2)),
  },
  { name: 'an empty database file', file: database, damage: (dataDir) => truncateSync(join(dataDir, database)) },
  { name: 'keys without a database', file: database, damage: (dataDir) => rmSync(join(dataDir, database)) },
  {
    name: 'text for a database',
    file: database,
    damage: (dataDir) => writeFileSync(join(dataDir, database), 'Dear diary,\n'.repeat(1_000)),
  },
  {
    name: "another program's database",
    file: database,
    damage: (dataDir) => {
      rmSync(join(dataDir, database));
      changeDatabase(dataDir, "create table recipes (name text); insert into recipes values ('bread')");
    },
  },
  {
    name: 'a database of a newer version',
    file: database,
    damage: (dataDir) => changeDatabase(dataDir, "insert into kysely_migration values ('999-later', '2040-01-01')"),
  },
  {
    name: 'a folder for a database',
    file: database,
    damage: (dataDir) => {
      rmSync(join(dataDir, database));
      mkdirSync(join(dataDir, database));
    },
  },
  { name: 'an empty key', file: firstKey, damage: (dataDir) => truncateSync(join(dataDir, firstKey)) },
  {
    name: 'damaged keys of access tokens',
    file: accessTokenKeys,
    damage: (dataDir) => writeFileSync(join(dataDir, accessTokenKeys), '{"current":'),
  },
  {
    name: 'a damaged TLS key',
    file: tlsKey,
    env: { ROOMTONE_TLS: 'auto' },
    damage: (dataDir) => writeFileSync(join(dataDir, tlsKey), '-----BEGIN PRIVATE KEY-----\n'),
  },
  {
    name: 'a disk that is read-only',
    file: '',
    damage: () => {},
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
