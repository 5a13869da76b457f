const settings = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * What glibc is told for the server, where `environment` does not know better: one heap, where it would make one for every
 * thread, and the end of it given back as soon as it is free. A few megabytes less, and as fast. The systemd unit and the
 * container say the same.
 */
export function sparingMalloc(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => environment[name] === undefined));
}
