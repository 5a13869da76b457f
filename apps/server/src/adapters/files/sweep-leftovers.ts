import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkingPrefix } from '../sqlite/inspect-database.ts';
import { fileNames } from './file-names.ts';

const ours: ReadonlySet<string> = new Set(Object.values(fileNames));
/** The name that replaceFile() gives an unfinished file; older versions used no UUID. */
const unfinishedFile = /^(.+?)(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?\.new$/;
const unfinishedPicture = /^[0-9a-f]+\.webp\.[0-9a-f-]{36}\.new$/;

/** Removes the unfinished files of a process that was killed. Call it only while holding the data directory's lock. */
export function sweepLeftovers(dataDir: string): void {
  for (const name of namesIn(dataDir)) {
    const file = unfinishedFile.exec(name)?.[1];
    const isCopy = name.startsWith(checkingPrefix);
    if (isCopy || (file !== undefined && ours.has(file))) remove(join(dataDir, name));
  }
  const avatars = join(dataDir, fileNames.avatars);
  for (const name of namesIn(avatars)) if (unfinishedPicture.test(name)) remove(join(avatars, name));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A leftover does no harm.
  }
}
