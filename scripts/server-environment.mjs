const settings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * What Node is told on the server's command line. V8: 4 MiB for young objects from the beginning and never more, where it
 * would begin with 1 and take up to 16: collections, which stop the notes, come seldomer, and memory at rest stays within
 * its aim. The server's first line and the container say the same.
 */
export const serverFlags = ['--min-semi-space-size=4', '--max-semi-space-size=4'];

/**
 * What the server's process is told, where `environment` does not know better. glibc: one heap, where it would make one for
 * every thread, and the end of it given back as soon as it is free; a few megabytes less, and as fast. The systemd unit and
 * the container say the same.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string>}
 */
export function serverEnvironment(environment) {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => environment[name] === undefined));
}
