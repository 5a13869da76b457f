import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fileNames } from '../files/file-names.ts';
import { keyAndSettingFiles, pictureEntry } from './archive-entries.ts';

/** The most pages that SQLite can copy in one step. A copy made in one step is consistent. */
const allPages = 0x7fffffff;
/** A picture is rarely replaced after the database was copied, and almost never three times in a row. */
const maxAttempts = 3;

export interface CopiedData {
  /** The copied files, by their paths in the data directory. */
  readonly entries: readonly string[];
  /** Number of pictures that the database names but that do not exist. */
  readonly lostPictures: number;
}

/**
 * Copies the contents of a backup, as of one moment, into an existing empty directory. A server may keep writing meanwhile.
 * @param pictureDirectory where the pictures are.
 */
export async function copyData(dataDir: string, into: string, pictureDirectory: string): Promise<CopiedData> {
  await mkdir(join(into, fileNames.avatars), { mode: 0o700 });
  for (let attempt = 1; ; attempt++) {
    const pictures = await copyDatabase(join(dataDir, fileNames.database), join(into, fileNames.database));
    const present = await copyPictures(pictureDirectory, into, pictures);
    const lostPictures = pictures.length - present.length;
    if (lostPictures > 0 && attempt < maxAttempts) continue;
    const keys = await copyExisting(dataDir, into, keyAndSettingFiles);
    return { entries: [fileNames.database, ...keys, ...present], lostPictures };
  }
}

/** Copies the database and returns the names of its pictures. */
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
    // Makes the copy a single file.
    copy.pragma('journal_mode = DELETE');
    // An older database, backed up before an upgrade, has no pictures.
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

/** Copies the pictures that exist, by their names, into a data directory; returns their entries. */
export async function copyPictures(from: string, into: string, names: readonly string[]): Promise<string[]> {
  return (await copyExisting(from, join(into, fileNames.avatars), names)).map(pictureEntry);
}

/** Copies the entries that exist, by their paths in a data directory, and returns them. */
export async function copyExisting(from: string, to: string, entries: readonly string[]): Promise<string[]> {
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
