import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileNames } from '../files/file-names.ts';
import { pictureEntry, smallFiles } from './contents.ts';

/** As many pages as SQLite can copy in one step: what is copied in one step is of one moment. */
const allPages = 0x7fffffff;
/** A picture is rarely replaced between the copy of the database and its own; hardly ever three times in a row. */
const maxAttempts = 3;

export interface CopiedData {
  /** What was copied, by its path in the data directory. */
  readonly entries: readonly string[];
  /** How many pictures the database names that are not there. */
  readonly lostPictures: number;
}

/**
 * Copies what a backup takes into a directory that is there and empty, as it is at one moment; a server may go on
 * writing meanwhile.
 */
export async function copyData(dataDir: string, into: string): Promise<CopiedData> {
  await mkdir(join(into, fileNames.avatars), { mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    const pictures = await copyDatabase(join(dataDir, fileNames.database), join(into, fileNames.database));
    const present = await copyThoseThere(dataDir, into, pictures.map(pictureEntry));
    const lostPictures = pictures.length - present.length;
    if (lostPictures > 0 && attempt < maxAttempts) continue;
    const keys = await copyThoseThere(dataDir, into, smallFiles);
    return { entries: [fileNames.database, ...keys, ...present], lostPictures };
  }
}

/** Resolves with the pictures that the copy names. */
async function copyDatabase(from: string, to: string): Promise<readonly string[]> {
  await rm(to, { force: true });
  const source = new Database(from, { fileMustExist: true });
  try {
    await source.backup(to, { progress: () => allPages });
  } finally {
    source.close();
  }
  const copy = new Database(to, { fileMustExist: true });
  try {
    // In one file, whoever opens it next; and old databases, which a newer version backs up first, know no pictures.
    copy.pragma('journal_mode = DELETE');
    const hasPictures = copy.prepare("select 1 from pragma_table_info('users') where name = 'avatar_name'").get();
    if (hasPictures === undefined) return [];
    return copy
      .prepare<[], string>('select avatar_name from users where avatar_name is not null order by avatar_name')
      .pluck()
      .all();
  } finally {
    copy.close();
  }
}

/** Resolves with those that are there. */
async function copyThoseThere(from: string, to: string, entries: readonly string[]): Promise<string[]> {
  const copied: string[] = [];
  for (const entry of entries) {
    try {
      await copyFile(join(from, entry), join(to, entry), constants.COPYFILE_FICLONE);
      copied.push(entry);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}
