import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const settings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_CONF: 'narenas:1,background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0',
};
const allocator = 'libjemalloc.so.2';

/**
 * Node's flags on the server's command line. V8 gets 4 MiB for young objects from the beginning and never more; its
 * default starts at 1 MiB and grows to 16. Collections, which stop the notes, become rarer, and memory at rest stays
 * within its target. The first line of the server's program and the container set the same flags.
 */
export const serverFlags = ['--min-semi-space-size=4', '--max-semi-space-size=4'];

/**
 * The environment for the server's process, unless `environment` sets it already. Memory comes from jemalloc if it is
 * installed: a second after a crowd has left it returns what they took, while glibc keeps what lies between blocks in use.
 * Without it, glibc uses one heap instead of one per thread and returns the end of it as soon as it is free. The systemd
 * unit and the container set the same.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string | undefined} [library] the path of jemalloc; undefined for none
 * @returns {Record<string, string>}
 */
export function serverEnvironment(environment, library = findLibrary(allocator)) {
  const all = { ...settings, ...(library === undefined ? {} : { LD_PRELOAD: library }) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => environment[name] === undefined));
}

/**
 * @param {string} name such as `libjemalloc.so.2`
 * @returns {string | undefined} the path of this shared library where Linux systems keep them
 */
export function findLibrary(name) {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib64', '/usr/lib', ...multiarchFolders()];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Debian keeps libraries by architecture, such as /usr/lib/x86_64-linux-gnu. */
function multiarchFolders() {
  const machine = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
  if (machine === undefined || !existsSync('/usr/lib')) return [];
  return readdirSync('/usr/lib')
    .filter((folder) => folder.startsWith(`${machine}-linux-`))
    .map((folder) => join('/usr/lib', folder));
}
