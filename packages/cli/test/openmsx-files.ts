import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packageName = 'openttd-openmsx';
const cache = fileURLToPath(new URL(`../../../node_modules/.cache/roomtone/${packageName}`, import.meta.url));

/** OpenTTD's music, or the reason why it is not available. */
export type MusicFiles = { readonly paths: readonly string[] } | { readonly missing: string };

/**
 * The MIDI files of Debian's package openttd-openmsx: from the cache, or downloaded and unpacked, but never
 * installed.
 */
export async function openmsxFiles(): Promise<MusicFiles> {
  const cached = midiFilesIn(cache);
  if (cached.length > 0) return { paths: cached };
  if (process.env['ROOMTONE_SKIP']?.split(',').includes(packageName)) {
    return { missing: `${packageName} is missing, as the test command reported` };
  }
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-openmsx-'));
  try {
    await download(folder);
    const deb = (await readdir(folder)).find((name) => name.endsWith('.deb'));
    if (deb === undefined) return { missing: `apt-get downloaded no package ${packageName}` };
    await mkdir(join(cache, '..'), { recursive: true });
    const unpacked = `${cache}.${process.pid}`;
    await run('dpkg-deb', ['-x', join(folder, deb), unpacked]);
    // Renamed in one step, so that the cache is complete or absent.
    await rm(cache, { recursive: true, force: true });
    await rename(unpacked, cache);
    return { paths: midiFilesIn(cache) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { missing: `${packageName} could not be downloaded with apt-get: ${why.split('\n')[0]}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(folder: string): Promise<void> {
  const get = () => run('apt-get', ['download', packageName], { cwd: folder });
  try {
    await get();
  } catch (error) {
    // A fresh container has no package lists yet.
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', ['update']);
    await get();
  }
}

function midiFilesIn(folder: string): string[] {
  return globSync('**/*.mid', { cwd: folder })
    .map((path) => join(folder, path))
    .sort();
}
