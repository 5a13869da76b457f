// Archives to restore: regular ones and hostile ones.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { type Header, pack } from 'tar-stream';
import { openSqliteDatabase } from '../../src/adapters/sqlite/sqlite-database.ts';
import { migrateToLatest } from '../../src/migrations/apply-migrations.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

export interface Entry extends Partial<Header> {
  readonly name: string;
  readonly content?: Uint8Array | string;
}

export const picture: Entry = { name: `avatars/${'0a'.repeat(20)}.webp`, content: 'a picture' };
export const key: Entry = { name: 'jwt.key', content: Buffer.alloc(32, 7).toString('base64') };

/** The bytes of a tar archive. */
export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content = '', ...header } of entries) tar.entry(header, content);
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

export async function archiveOf(entries: readonly Entry[]): Promise<string> {
  return fileOf(gzipSync(await tarOf(entries)));
}

/** Writes a file with these bytes to a temporary directory. */
export function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryDirectory(), 'backup.tar.gz');
  writeFileSync(path, bytes);
  return path;
}

/** Makes only a header, which declares this many bytes. */
export async function promiseOf(name: string, size: number): Promise<Buffer> {
  const tar = pack();
  // No content follows, so the packer is not finalized: it would report an error.
  tar.entry({ name, size }).on('error', () => undefined);
  for await (const chunk of tar) return Buffer.from(chunk as Uint8Array);
  throw new Error('the packer wrote nothing');
}

/** A database of this version, changed by SQL. */
export async function databaseEntry(...changes: readonly string[]): Promise<Entry> {
  const path = join(temporaryDirectory(), 'made.sqlite');
  const db = openSqliteDatabase(path);
  await migrateToLatest(db).finally(() => db.destroy());
  const database = new Database(path);
  database.pragma('foreign_keys = OFF');
  for (const change of changes) database.exec(change);
  const content = database.serialize();
  database.close();
  return { name: 'roomtone.sqlite', content };
}
