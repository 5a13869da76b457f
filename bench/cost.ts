import { type MeasuredProcess, stolenMs, type Usage, usageOf } from './measured-process.ts';

/**
 * CPU used up to one moment by the server and by the load generator (this process), and CPU taken by the host of a
 * virtual machine.
 */
export interface Moment {
  readonly ms: number;
  readonly server: Usage;
  readonly load: Usage;
  readonly stolenMs: readonly number[];
}

export function momentOf(server: MeasuredProcess): Moment {
  return { ms: performance.now(), server: server.usage(), load: usageOf(process.pid), stolenMs: stolenMs() };
}

/** CPU that the server has used since, and the share of time for which others kept either side from its core. */
export function costSince(before: Moment, server: MeasuredProcess): { cpuUs: number; taken: number } {
  const after = momentOf(server);
  const stolen = Math.max(...after.stolenMs.map((ms, core) => ms - (before.stolenMs[core] ?? 0)));
  const keptUs = Math.max(keptFor(before.server, after.server), keptFor(before.load, after.load), stolen * 1000, 0);
  return { cpuUs: after.server.cpuUs - before.server.cpuUs, taken: keptUs / ((after.ms - before.ms) * 1000) };
}

/** How long other processes kept this one from its core, µs; waiting for its own threads does not count. */
function keptFor(before: Usage, after: Usage): number {
  return after.waitUs - before.waitUs - (after.besideUs - before.besideUs);
}
