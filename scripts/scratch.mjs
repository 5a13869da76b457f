// A place for the files of tests. They create and sync thousands of databases: on a disk, that takes most of the
// time.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryDisk = '/dev/shm';
const neededBytes = 2 ** 31;

/** Makes an empty folder, in memory if the system has room for it; `remove` deletes it with its contents. */
export function makeScratch() {
  const folder = mkdtempSync(join(hasRoom(memoryDisk) ? memoryDisk : tmpdir(), 'roomtone-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(disk) {
  try {
    accessSync(disk, constants.W_OK);
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
